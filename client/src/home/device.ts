/** What this device is called in the list of somebody's devices. */

const SYSTEMS = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux"];
const BROWSERS = {
  Firefox: "Firefox",
  Edg: "Edge",
  OPR: "Opera",
  Chrome: "Chrome",
  Safari: "Safari",
};

export function deviceName(agent = navigator.userAgent): string {
  const system = SYSTEMS.find((name) => agent.includes(name)) ?? "";
  const browser = Object.entries(BROWSERS).find(([sign]) => agent.includes(`${sign}/`))?.[1] ?? "";
  return [system.replace("Macintosh", "Mac"), browser].filter(Boolean).join(" · ");
}

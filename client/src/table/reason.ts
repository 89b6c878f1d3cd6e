/** Why a bot chose so, for a place where what it chose is already said in words. */

/** "R3+: the best of 12" without "R3+: ". */
export function reason(text: string, choice: string): string {
  const rest = text.startsWith(choice) && /^\s?: (.+)$/s.exec(text.slice(choice.length))?.[1];
  return rest ? rest[0]!.toUpperCase() + rest.slice(1) : text;
}

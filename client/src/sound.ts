/** Short sounds, made on the spot: nothing is loaded. */

import { settings } from "./settings.svelte.ts";

export type Sound = "card" | "reveal" | "water" | "splash" | "coin" | "step" | "turn" | "win";

interface Note {
  /** Hertz; 0 is a breath of noise. */
  pitch: number;
  /** Where the pitch glides to. */
  to?: number;
  at: number;
  length: number;
  loud: number;
}

const SOUNDS: Record<Sound, Note[]> = {
  card: [{ pitch: 0, at: 0, length: 0.06, loud: 0.12 }],
  reveal: [
    { pitch: 0, at: 0, length: 0.08, loud: 0.15 },
    { pitch: 520, at: 0.03, length: 0.1, loud: 0.06 },
  ],
  water: [{ pitch: 260, to: 420, at: 0, length: 0.35, loud: 0.08 }],
  splash: [
    { pitch: 0, at: 0, length: 0.35, loud: 0.2 },
    { pitch: 300, to: 90, at: 0, length: 0.35, loud: 0.1 },
  ],
  coin: [{ pitch: 880, to: 990, at: 0, length: 0.14, loud: 0.06 }],
  step: [{ pitch: 340, to: 300, at: 0, length: 0.06, loud: 0.07 }],
  turn: [
    { pitch: 523, at: 0, length: 0.12, loud: 0.07 },
    { pitch: 784, at: 0.11, length: 0.18, loud: 0.07 },
  ],
  win: [523, 659, 784, 1047].map((pitch, n) => ({ pitch, at: n * 0.12, length: 0.3, loud: 0.07 })),
};

const LATE = 300; // ms; a sound belongs to what is seen, or is not heard
let context: AudioContext | null = null;

/** Play a sound, if the visitor wants any. Browsers allow it only after a first touch. */
export function play(sound: Sound) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  const audio = (context ??= listening());
  const asked = performance.now();
  wake(audio, () => {
    if (performance.now() - asked < LATE) for (const note of SOUNDS[sound]) strike(audio, note);
  });
}

/** Safari begins, and after a phone call goes on, only while somebody touches the page. */
function listening(): AudioContext {
  const audio = new AudioContext();
  for (const touch of ["click", "keydown"]) document.addEventListener(touch, () => wake(audio));
  return audio;
}

function wake(audio: AudioContext, then = () => {}) {
  audio.resume().then(then, () => {}); // a device without a loudspeaker stays silent
}

function strike(audio: AudioContext, { pitch, to, at, length, loud }: Note) {
  const start = audio.currentTime + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(audio.destination);
  const source = pitch ? tone(audio, pitch, to ?? pitch, start, length) : breath(audio, length);
  source.connect(gain);
  source.start(start);
  source.stop(start + length);
}

function tone(audio: AudioContext, from: number, to: number, start: number, length: number) {
  const tone = audio.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + length);
  return tone;
}

function breath(audio: AudioContext, length: number) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const noise = audio.createBufferSource();
  noise.buffer = buffer;
  return noise;
}

/* Six short dry sounds, made when they are heard; off until asked for, and never the only sign of anything. */
import { settings } from "./settings";

export type Sound = "card" | "cheque" | "die" | "coin" | "whistle" | "purr";

let context: AudioContext | undefined;
let hiss: AudioBuffer | undefined;

function noise(audio: AudioContext): AudioBufferSourceNode {
    if (!hiss) {
        hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
        const data = hiss.getChannelData(0);
        for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
    }
    const source = audio.createBufferSource();
    source.buffer = hiss;
    return source;
}

/** A source through a filter, loud at once and gone after `length` seconds. */
function burst(
    audio: AudioContext,
    source: AudioScheduledSourceNode,
    at: number,
    length: number,
    gain: number,
    filter?: { type: BiquadFilterType; frequency: number; q?: number },
): void {
    const start = audio.currentTime + at;
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(gain, start + 0.004);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    let last: AudioNode = source;
    if (filter) {
        const band = audio.createBiquadFilter();
        band.type = filter.type;
        band.frequency.value = filter.frequency;
        band.Q.value = filter.q ?? 1;
        last = last.connect(band);
    }
    last.connect(volume).connect(audio.destination);
    source.start(start);
    source.stop(start + length + 0.02);
}

function tone(audio: AudioContext, frequency: number, type: OscillatorType = "sine"): OscillatorNode {
    const source = audio.createOscillator();
    source.type = type;
    source.frequency.value = frequency;
    return source;
}

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
    card: (audio) => burst(audio, noise(audio), 0, 0.07, 0.22, { type: "bandpass", frequency: 2600 }),
    cheque: (audio) => {
        burst(audio, noise(audio), 0, 0.12, 0.16, { type: "highpass", frequency: 3800 });
        burst(audio, tone(audio, 140), 0.05, 0.09, 0.3);
    },
    die: (audio) => {
        for (const at of [0, 0.06, 0.11, 0.2])
            burst(audio, noise(audio), at, 0.035, 0.3 - at, {
                type: "bandpass",
                frequency: 1100 + at * 2000,
                q: 3,
            });
    },
    coin: (audio) => {
        burst(audio, tone(audio, 2093), 0, 0.25, 0.09);
        burst(audio, tone(audio, 3136), 0.04, 0.35, 0.07);
    },
    whistle: (audio) => {
        for (const at of [0, 0.14]) burst(audio, tone(audio, 2300, "triangle"), at, at ? 0.3 : 0.12, 0.12);
        burst(audio, noise(audio), 0, 0.4, 0.05, { type: "bandpass", frequency: 2300, q: 12 });
    },
    purr: (audio) => {
        for (let i = 0; i < 12; i++)
            burst(audio, noise(audio), i * 0.045, 0.05, 0.22, { type: "lowpass", frequency: 180 });
    },
};

export function play(sound: Sound): void {
    if (!settings.value.sounds || document.hidden) return;
    context ??= new AudioContext();
    void context.resume();
    SOUNDS[sound](context);
}

// What tests without a browser use: tests/browser/*.mjs.
export { startEngine } from "./engine";
export { flightsOf, noteName } from "./games/flights";
export { logEntries } from "./games/log";
export { Host } from "./host";
export { LocalSource } from "./local";
export { readStory, verify } from "./replay/source";
export { Serving } from "./serving";
export { Table } from "./table";
export { Texts, english, texts } from "./texts";

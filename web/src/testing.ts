// What tests without a browser use: tests/browser/*.mjs.
export { startEngine } from "./engine";
export { events as bars } from "./games/bars/events";
export { flightsOf, noteName } from "./games/bars/flights";
export { logEntries } from "./games/log";
export { events as loot } from "./games/loot/events";
export { events as mice } from "./games/mice/events";
export { Host } from "./host";
export { LocalSource } from "./local";
export { readStory } from "./replay/source";
export { Serving } from "./serving";
export { Table } from "./table";
export { Texts, english, texts } from "./texts";

/* The sprite of all symbols, put into the page once, so that they take the colours of where they are used. */
import sprite from "../../art/sprite.svg";

export type Art =
    | Jewel
    | RaJewel
    | Figure
    | Business
    | Bar
    | "gambler"
    | "raid"
    | "sausage"
    | "cracker"
    | "cheese"
    | "cat"
    | "anna"
    | "jar"
    | "secure"
    | "greedy"
    | "accountant"
    | "mouse"
    | "pattern2"
    | "pattern3"
    | "pattern4"
    | "pattern5"
    | "support"
    | "candy"
    | "wild"
    | "s1"
    | "s2"
    | "s3"
    | "s4"
    | "s5"
    | "s6"
    | "s7"
    | "s8"
    | `i-${Icon}`;

export type Jewel = "ring" | "watch" | "brooch" | "necklace" | "diamond";
export type RaJewel = "scarab" | "bracelet" | "ankh" | "tiara" | "rings";
export type Figure = "gangster" | "bodyguard" | "car" | "driver" | "thief" | "gold" | "police" | "ra";
export type Business = "casino" | "transport" | "film" | "races" | "estate" | "club" | "restaurant";
export type Bar = "colibri" | "cotton" | "havana" | "jungle" | "lincoln" | "jazz";
export type Icon =
    | "arrow"
    | "auto"
    | "back"
    | "bell"
    | "cal"
    | "chart"
    | "chat"
    | "check"
    | "clock"
    | "copy"
    | "dark"
    | "dice"
    | "down"
    | "duel"
    | "eye"
    | "first"
    | "gavel"
    | "gear"
    | "globe"
    | "hint"
    | "home"
    | "info"
    | "keys"
    | "last"
    | "light"
    | "link"
    | "lock"
    | "menu"
    | "minus"
    | "more"
    | "mute"
    | "next"
    | "off"
    | "pass"
    | "pause"
    | "people"
    | "play"
    | "plus"
    | "robot"
    | "rules"
    | "sound"
    | "speed"
    | "star"
    | "undo"
    | "up"
    | "warn"
    | "x";

export function addArt(): void {
    const parsed = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
    parsed.classList.add("sprite");
    document.body.prepend(document.importNode(parsed, true));
}

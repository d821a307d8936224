/* The sprite of all symbols, put into the page once, so that they take the colours of where they are used. Its paints:
 * currentColor is the figure; the custom properties k2 what is cut out of it, k3 its accent; of dice p the body, p2 pattern and
 * edge, p3 the ear. Ends and joins of strokes are round by base.css. */
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
    | "again"
    | "auto"
    | "back"
    | "bell"
    | "chart"
    | "chat"
    | "check"
    | "clock"
    | "copy"
    | "crown"
    | "dark"
    | "dice"
    | "down"
    | "duel"
    | "eye"
    | "first"
    | "flag"
    | "gear"
    | "globe"
    | "hint"
    | "info"
    | "keys"
    | "last"
    | "light"
    | "link"
    | "lock"
    | "menu"
    | "minus"
    | "mine-back"
    | "mine-next"
    | "next"
    | "off"
    | "pause"
    | "people"
    | "phone"
    | "play"
    | "plus"
    | "robot"
    | "rules"
    | "screen"
    | "share"
    | "sheet"
    | "speed"
    | "target"
    | "star"
    | "undo"
    | "warn"
    | "x";

export function addArt(): void {
    const parsed = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
    parsed.classList.add("sprite");
    document.body.prepend(document.importNode(parsed, true));
}

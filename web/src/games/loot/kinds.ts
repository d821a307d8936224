/* The kinds of loot: what a card is called, its letter, its figure, its shape and its colours. */
import { signal } from "@preact/signals";
import type { Art } from "../../look/art";
import { settings } from "../../look/settings";
import { capital, N_, t } from "../../look/text";

export const JEWELS = ["ring", "watch", "brooch", "necklace", "diamond"] as const;
export const FIGURES = ["gangster", "car", "driver", "thief", "gold"] as const;
export const BUSINESSES = ["casino", "transport", "film", "races", "estate", "club", "restaurant"] as const;
/** The seventeen kinds in the order of an estate, by their names in records without the group; the police besides. */
export const KINDS = [...JEWELS, ...FIGURES, ...BUSINESSES] as const;
export type Kind = (typeof KINDS)[number] | "police";

/** Rows of words: police theme, then Ra where it differs. */
const NAMES: Record<Kind, [string, string?]> = {
    ring: [N_("ring"), N_("scarab")],
    watch: [N_("watch"), N_("bracelet")],
    brooch: [N_("brooch"), N_("cross")],
    necklace: [N_("necklace"), N_("tiara")],
    diamond: [N_("diamond"), N_("rings")],
    gangster: [N_("gangster"), N_("bodyguard")],
    car: [N_("car")],
    driver: [N_("driver")],
    thief: [N_("thief")],
    gold: [N_("gold")],
    casino: [N_("casino")],
    transport: [N_("transport")],
    film: [N_("film")],
    races: [N_("races")],
    estate: [N_("real estate")],
    club: [N_("night club")],
    restaurant: [N_("restaurant")],
    police: [N_("police"), N_("Ra")],
};

/** On a small card, where the name is too long in some language. */
const SHORT: Partial<Record<Kind, [string | undefined, string?]>> = {
    club: [N_("club"), N_("club")],
    gangster: [undefined, N_("guard")],
};

const RA_ART: Partial<Record<Kind, Art>> = {
    ring: "scarab",
    watch: "bracelet",
    brooch: "ankh",
    necklace: "tiara",
    diamond: "rings",
    gangster: "bodyguard",
    police: "ra",
};

type Group = "jewel" | "business" | (typeof FIGURES)[number] | "police";

/** The shape behind the letter, and the class of its colours. */
const GROUPS: Record<Group, { shape: Art; look: string }> = {
    jewel: { shape: "s4", look: "loot-k-jewel" },
    gangster: { shape: "s2", look: "loot-k-gangster" },
    car: { shape: "s1", look: "loot-k-car" },
    driver: { shape: "s5", look: "loot-k-driver" },
    thief: { shape: "s3", look: "loot-k-thief" },
    gold: { shape: "s7", look: "loot-k-gold" },
    business: { shape: "s8", look: "loot-k-biz" },
    police: { shape: "s6", look: "loot-k-police" },
};

/** Letters are data of each language, one row a text, in the order of the kinds. */
const LETTERS: [readonly Kind[], () => string, () => string][] = [
    [JEWELS, () => t("R W B N D"), () => t("S B C T R")],
    [[...FIGURES, "police"], () => t("G C D T Au P"), () => t("B C D T Au Ra")],
    [BUSINESSES, () => t("Ca Tr Fi Ra Es Cl Re"), () => t("Ca Tr Fi Ra Es Cl Re")],
];

/** The edition of the game that is on the table, whoever has chosen it; null where there is no table. */
export const tableTheme = signal<"police" | "ra" | null>(null);

/** The edition of the table, or else the one that the person likes. */
export function isRa(): boolean {
    return (tableTheme.value ?? settings.value.edition) === "ra";
}

export function kindName(kind: Kind, ra = isRa()): string {
    const [police, other] = NAMES[kind];
    return capital(t(ra && other ? other : police));
}

export function kindShort(kind: Kind, ra = isRa()): string {
    const short = SHORT[kind]?.[ra ? 1 : 0];
    return short ? capital(t(short)) : kindName(kind, ra);
}

export function kindArt(kind: Kind, ra = isRa()): Art {
    return (ra && RA_ART[kind]) || (kind as Art);
}

export function kindLetter(kind: Kind, ra = isRa()): string {
    for (const [kinds, police, other] of LETTERS) {
        const at = kinds.indexOf(kind);
        if (at >= 0) return (ra ? other() : police()).split(" ")[at] ?? "";
    }
    return "";
}

export function kindGroup(kind: Kind): { shape: Art; look: string } {
    const isOne = (kinds: readonly string[]) => kinds.includes(kind);
    if (isOne(JEWELS)) return { ...GROUPS.jewel, look: `loot-k-jewel loot-j-${kind}` };
    return GROUPS[isOne(BUSINESSES) ? "business" : (kind as Group)];
}

/** Jewels, drivers, thieves and gold bear a cross: they leave the game after each scoring. */
export function leaves(kind: Kind): boolean {
    return ["driver", "thief", "gold", ...JEWELS].includes(kind);
}

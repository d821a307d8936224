/* Razzia! by Reiner Knizia: what the first page shows of it, and where the rest is. */
import type { LootTypes } from "../../engine";
import { t } from "../../look/text";
import type { GameModule } from "../module";
import { Card } from "./card";
import { isRa } from "./kinds";

function Poster() {
    return (
        <span class={isRa() ? "loot-fan ra" : "loot-fan"}>
            <Card kind="necklace" />
            <Card kind="gangster" />
            <Card kind="gold" />
            <Card kind="police" />
        </span>
    );
}

const loot: GameModule<LootTypes> = {
    art: "diamond",
    minutes: 30,
    players: 4,
    sentence: () =>
        isRa()
            ? t("Push your luck, bid a wad of notes, and leave before the seventh Ra card.")
            : t("Push your luck, bid a cheque, and leave before the seventh police card."),
    whereOf: (n, all) => t("Round {n} of {all}", { n, all }),
    goal: () =>
        isRa()
            ? t(
                  "Collect cards that score together, pay for them with wads of notes, and have the most points after three rounds.",
              )
            : t(
                  "Collect cards that score together, pay for them with cheques, and have the most points after three rounds.",
              ),
    aim: () => t("Three rounds; the most points win."),
    Poster,
    editions: {
        option: "theme",
        label: () => t("Names and pictures of Razzia!"),
        choices: [
            { value: "police", name: () => t("Police, 2004") },
            { value: "ra", name: () => t("Ra, 2020") },
        ],
    },
    loadTable: () => import("./table").then((made) => made.table),
    loadCourse: () => import("./course").then((made) => made.course),
};

export default loot;

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
    sentence: () => t("Push your luck, bid a cheque, and leave before the seventh police card."),
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

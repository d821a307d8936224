/* Razzia by Stefan Dorra: what the first page shows of it, and where the rest is. */
import type { BarsTypes } from "../../engine";
import { t } from "../../look/text";
import { Sym } from "../../parts/sym";
import type { GameModule } from "../module";
import { BARS } from "./houses";

function Poster() {
    return (
        <>
            <span class="bars-skyline" />
            <span class="bars-neons">
                {BARS.map((bar) => (
                    <span key={bar} class={`bars-neon bars-c-${bar}`}>
                        <Sym art={bar} />
                    </span>
                ))}
            </span>
        </>
    );
}

const bars: GameModule<BarsTypes> = {
    art: "jazz",
    minutes: 40,
    players: 5,
    sentence: () => t("Gamble in six back rooms or raid them. Then haggle over the split, or duel."),
    goal: () => t("Have the most money after the last round: win it at the bars, raid it, or haggle for it."),
    whereOf: (round, last) => t("Round {round} of {last}", { round, last }),
    aim: () => t("In the end the richest wins."),
    Poster,
    loadTable: () => import("./table").then((made) => made.table),
    loadCourse: () => import("./course").then((made) => made.course),
};

export default bars;

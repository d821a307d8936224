/* Ratzzia by Sophia Wagner: what the first page shows of it, and where the rest is. */
import type { MiceTypes } from "../../engine";
import { t } from "../../look/text";
import { Sym } from "../../parts/sym";
import type { GameModule } from "../module";
import { Die } from "./die";

function Poster() {
    return (
        <>
            <span class="mice-shelf-top">
                <Sym art="jar" />
                <Sym art="cheese" />
                <Sym art="cracker" />
            </span>
            <span class="mice-heap">
                <Die seat={0} value={5} />
                <Die seat={1} value={3} />
                <Die seat={2} value={6} />
                <Die seat={3} value={2} />
            </span>
            <Sym art="cat" class="mice-peeking" />
        </>
    );
}

const mice: GameModule<MiceTypes> = {
    art: "cheese",
    minutes: 30,
    players: 4,
    sentence: () => t("Roll your mice, climb the pantry, bag 25 food. And mind the cat."),
    goal: () =>
        t(
            "Be the first with 25 food in your bag: fill columns with dice, and bring what they give into safety.",
        ),
    aim: () => t("The first with 25 food in the bag wins."),
    Poster,
    loadTable: () => import("./table").then((made) => made.table),
    loadCourse: () => import("./course").then((made) => made.course),
};

export default mice;

import type { GameName } from "../engine";
import { Card, Die, Sym } from "../parts";
import { isRa } from "../parts";
import { BARS } from "../parts";

/** The picture of a game; it tells nothing that the words beside it do not tell. */
export function Poster({ game }: { game: GameName }) {
    const pictures = { loot: <LootPoster />, bars: <BarsPoster />, mice: <MicePoster /> };
    return (
        <div class={`art art-${game}`} aria-hidden="true" data-clip>
            {pictures[game]}
        </div>
    );
}

function LootPoster() {
    const ra = isRa();
    return (
        <span class={ra ? "fan ra" : "fan"}>
            <Card kind="necklace" />
            <Card kind="gangster" />
            <Card kind="gold" />
            <Card kind="police" />
        </span>
    );
}

function BarsPoster() {
    return (
        <>
            <span class="skyline" />
            <span class="neons">
                {BARS.map((bar) => (
                    <span key={bar} class={`neon c-${bar}`}>
                        <Sym art={bar} />
                    </span>
                ))}
            </span>
        </>
    );
}

function MicePoster() {
    return (
        <>
            <span class="shelf-top">
                <Sym art="jar" />
                <Sym art="cheese" />
                <Sym art="cracker" />
            </span>
            <span class="heap">
                <Die seat={0} value={5} />
                <Die seat={1} value={3} />
                <Die seat={2} value={6} />
                <Die seat={3} value={2} />
            </span>
            <Sym art="cat" class="peeking" />
        </>
    );
}

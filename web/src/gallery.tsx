/* Every part in every state on one page, for tests and for the eye. ?theme=dark and ?lang=de set it up. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { addArt, type Art } from "./look/art";
import { applySettings, set } from "./look/settings";
import type { Language } from "./texts";
import { moving } from "./look/motion";
import { BarCard, BarSign } from "./games/bars/card";
import { BARS } from "./games/bars/houses";
import { Note, Sums } from "./games/bars/money";
import { Card, CardBack, CardPlace, Tile } from "./games/loot/card";
import { Cheque } from "./games/loot/cheque";
import { KINDS, type Kind } from "./games/loot/kinds";
import { Die } from "./games/mice/die";
import * as P from "./parts";

const RULE = { game: "loot", id: "L21" };
const LOW: P.Refusal = {
    title: "5,000 is too low",
    text: "A bid must be higher than all bids before it.",
    rule: RULE,
};
const SEATS = ["You", "Ada", "Bruno", "Chiara", "Otto", "Paz", "Zoltán", "Nico"];

const LOG: P.LogEntry[] = [
    { number: 16, seat: 3, name: "Chiara", text: "Chiara takes 3 cards for 4,000, and the 3,000 face down." },
    { number: 17, seat: 0, name: "You", text: "You draw a casino." },
    { number: 18, seat: 1, name: "Ada", text: "Ada draws police, the 4th of 7. Auction." },
    { number: 19, seat: 2, name: "Bruno", text: "Bruno bids 7,000." },
    { number: 20, seat: 3, name: "Chiara", text: "Chiara passes." },
];

function Block({
    title,
    children,
    game,
}: {
    title: string;
    children: preact.ComponentChildren;
    game?: string;
}) {
    return (
        <section class="g-block" data-game={game}>
            <h2>{title}</h2>
            <div class="g-items">{children}</div>
        </section>
    );
}

function Cards({ ra }: { ra: boolean }) {
    return (
        <ul class={ra ? "g-cards ra" : "g-cards"}>
            {[...KINDS, "police" as const].map((kind, i) => (
                <li key={kind}>
                    <Card kind={kind} ra={ra} gain={i % 4 === 3 ? i - 5 : undefined} later={i > 10} />
                </li>
            ))}
        </ul>
    );
}

function Choices() {
    return (
        <ul class="g-cards">
            <li>
                <Card kind="necklace" legal onPick={() => {}} label="Take the necklace, worth +5" />
            </li>
            <li>
                <Card kind="driver" legal chosen onPick={() => {}} label="Take the driver, worth +4" />
            </li>
            <li>
                <Card kind="thief" illegal={LOW} label="Thief" />
            </li>
            <li>
                <Card kind="casino" faded />
            </li>
            <li>
                <Card kind="film" just />
            </li>
            <li>
                <CardPlace>6</CardPlace>
            </li>
            <li>
                <CardBack count={48} label="Draw a card: 48 are left" legal onPick={() => {}} />
            </li>
        </ul>
    );
}

function Cheques() {
    const [bid, setBid] = useState(12);
    return (
        <>
            <Cheque value={7} />
            <Cheque value={8} down />
            <Cheque value={4} small />
            <Cheque value={13} small />
            <Cheque value={9} small down />
            <Cheque value={5} illegal={LOW} label="5,000, too low" />
            <Cheque value={12} legal chosen={bid === 12} onPick={() => setBid(12)} />
            <Cheque value={16} legal chosen={bid === 16} onPick={() => setBid(16)} />
            <Note value={5} />
            <Note value={10} />
            <Note value={15} />
            <Note value={20} />
            <Note value={25} />
            <Note value={30} />
            <Note value={40} />
            <Note value={50} />
        </>
    );
}

function Dice() {
    const [pick, setPick] = useState(1);
    return (
        <>
            {[0, 1, 2, 3, 4].map((seat) => (
                <span class="g-die" key={seat}>
                    <Die seat={seat} value={seat + 2} />
                </span>
            ))}
            <span class="g-die">
                <Die candy value="wild" />
            </span>
            <span class="g-die">
                <Die candy value={4} />
            </span>
            <span class="g-die">
                <Die support value={3} />
            </span>
            <span class="g-die">
                <Die seat={0} />
            </span>
            <Die seat={0} value={4} legal chosen={pick === 1} note="fits 4" onPick={() => setPick(1)} />
            <Die seat={0} value={6} legal chosen={pick === 2} note="fits 2" onPick={() => setPick(2)} />
            <Die seat={0} value={1} illegal={LOW} note="fits none" />
        </>
    );
}

function Bars() {
    return (
        <ul class="g-bars">
            {BARS.map((bar, i) => (
                <li key={bar}>
                    <BarSign bar={bar} />
                    <BarCard bar={bar} die={i + 1} owner={i % 2 ? { seat: i, name: SEATS[i]! } : undefined} />
                    <BarCard
                        bar={bar}
                        die={6 - i}
                        raid
                        legal={i === 1}
                        chosen={i === 2}
                        onPick={i < 3 ? () => {} : undefined}
                    />
                </li>
            ))}
        </ul>
    );
}

function Motion() {
    const [lot, setLot] = useState(["ring", "car", "film"] as Kind[]);
    const [faces, setFaces] = useState([1, 2, 3]);
    const root = () => document.querySelector<HTMLElement>(".g-motion")!;
    const draw = () => moving(root(), () => setLot([...lot, KINDS[(lot.length * 5) % 17]!]));
    const take = () => moving(root(), () => setLot([]));
    const roll = () => moving(root(), () => setFaces(faces.map((face) => 1 + (face % 6))));
    return (
        <div class="g-motion">
            <span class="g-card">
                <CardBack count={48} place="pile" />
            </span>
            {lot.map((kind, i) => (
                <span class="g-card" key={i}>
                    <Card kind={kind} move={`lot-${i}`} enter="pile" turn leave="seat-2" />
                </span>
            ))}
            {faces.map((value, i) => (
                <span class="g-die" key={i}>
                    <Die seat={i} value={value} move={`die-${i}-${value}`} enter="roll" />
                </span>
            ))}
            <P.Button onPick={draw}>Draw</P.Button>
            <P.Button onPick={take}>Take</P.Button>
            <P.Button onPick={roll}>Roll</P.Button>
        </div>
    );
}

function Forms() {
    const [theme, setTheme] = useState("auto");
    const [on, setOn] = useState(true);
    const [open, setOpen] = useState(false);
    const [seats, setSeats] = useState(3);
    return (
        <>
            <P.Segmented
                label="Theme"
                options={[
                    ["auto", "System"],
                    ["light", "Light"],
                    ["dark", "Dark"],
                ]}
                value={theme}
                onChange={setTheme}
            />
            <P.Switch
                label="Confirm before sending"
                note="A choice is lifted first and sent by a second touch."
                on={on}
                onChange={setOn}
            />
            <P.Switch label="Sounds" on={!on} onChange={() => setOn(!on)} />
            <P.Field label="Your name" value="" placeholder="You" onChange={() => {}} />
            <P.Stepper label="Players" value={seats} min={2} max={5} onChange={setSeats} />
            <P.Menu
                icon="i-menu"
                label="Menu"
                items={[
                    { text: "Rules", icon: "i-rules", onPick: () => {} },
                    { text: "Settings", icon: "i-gear", href: "#settings", apart: true },
                ]}
            />
            <P.Button onPick={() => setOpen(true)}>Open a dialog</P.Button>
            <P.Button illegal={LOW}>Refuse</P.Button>
            <P.Button go>Main</P.Button>
            <P.Button quiet>Quiet</P.Button>
            <P.Button illegal={LOW}>Illegal</P.Button>
            <P.Clock until={Date.now() + 74000} />
            <P.Clock left={9} />
            <P.Clock left={200000} />
            <P.ConnectionState state="connecting" />
            <P.ConnectionState state="online" />
            <P.ConnectionState state="offline" />
            <P.Busy label="Loading" />
            <P.Dialog
                open={open}
                title="While you were away"
                onClose={() => setOpen(false)}
                actions={
                    <P.Button go onPick={() => setOpen(false)}>
                        Back to the table
                    </P.Button>
                }
            >
                <P.Recap entries={LOG} />
            </P.Dialog>
        </>
    );
}

function Seats() {
    return (
        <div class="g-seats">
            {SEATS.map((name, seat) => (
                <P.SeatPanel
                    key={seat}
                    seat={seat}
                    name={name}
                    you={seat === 0}
                    turn={seat === 0}
                    out={seat === 3}
                    bot={seat > 2}
                    score={seat * 3 + 2}
                    unit="pts"
                    state={
                        <P.Chip tone={(["turn", "bid", "plain", "good", "bad", "note"] as const)[seat % 6]}>
                            {["your bid", "bids 7,000", "passes", "+5", "−2", "at the end"][seat % 6]}
                        </P.Chip>
                    }
                >
                    {seat === 0 ? (
                        <P.Meter value={10} could={8} max={25} label="Safe food" />
                    ) : (
                        <>
                            <Cheque value={seat + 1} small />
                            <Cheque value={seat + 8} small down />
                        </>
                    )}
                </P.SeatPanel>
            ))}
        </div>
    );
}

const tiles = (...kinds: [Kind, number][]) => (
    <>
        {kinds.map(([kind, count]) => (
            <Tile key={kind} kind={kind} count={count} />
        ))}
    </>
);

function Sheet() {
    const players: P.ScorePlayer[] = [
        { seat: 0, name: "You", you: true, total: 22, before: 8 },
        { seat: 1, name: "Ada", total: 27, before: 11, winner: true },
        { seat: 2, name: "Bruno", total: 2, before: 3 },
        { seat: 3, name: "Chiara", total: 21, before: 6 },
    ];
    const rows: P.ScoreRow[] = [
        {
            label: "Jewels",
            rule: "L44",
            brief: "0 kinds −5, 3 +5, 4 +10, 5 +15",
            cells: [
                { points: 5, note: "3 kinds", show: tiles(["ring", 1], ["watch", 1], ["necklace", 1]) },
                { points: 5, note: "3 kinds", show: tiles(["ring", 2], ["brooch", 1], ["diamond", 1]) },
                { points: -5, note: "none" },
                {
                    points: 10,
                    note: "4 kinds",
                    show: tiles(["watch", 1], ["brooch", 1], ["necklace", 1], ["diamond", 1]),
                },
            ],
        },
        {
            label: "Gangsters",
            rule: "L41",
            brief: "most +5, fewest −2",
            cells: [
                { points: 0, show: tiles(["gangster", 3]) },
                { points: 5, note: "most", show: tiles(["gangster", 5]) },
                { points: -2, note: "fewest", show: tiles(["gangster", 1]) },
                { points: 0, show: tiles(["gangster", 2]) },
            ],
        },
    ];
    return (
        <div data-game="loot">
            <P.ScoreSheet
                game="loot"
                caption="Points of round 2"
                players={players}
                rows={rows}
                corner="Score now"
            />
        </div>
    );
}

function Hints() {
    return (
        <P.HintPanel
            title="Worth of this lot"
            why={
                <>
                    If the round ended now. <a href="/#/rules/loot/L44">How scoring works</a>
                </>
            }
        >
            <P.HintRow seat={0} name="You" text="You" value="+12" tone="up" extra="+5 end" />
            <P.HintRow
                seat={2}
                name="Bruno"
                text="Bruno"
                value="+13"
                tone="up"
                extra="+1 end"
                note="and −2 for you: fewest gangsters, tied"
                warn
            />
            <P.HintRow art="secure" text="Column 7, secure" note="with your other 4: 8 safe, now" best />
            <P.HintRow text="Lena refuses: duel, 5 against 3" value="72%" extra="of 45,000" share={0.72} />
        </P.HintPanel>
    );
}

function Gallery() {
    const [sum, setSum] = useState(20);
    const symbols = [...document.querySelectorAll(".sprite symbol")].map(
        (symbol) => symbol.id.slice(4) as Art,
    );
    return (
        <>
            <a class="skip" href="#act">
                Skip to your move
            </a>
            <main class="gallery">
                <h1>Parts</h1>
                <Block title="Cards, police" game="loot">
                    <Cards ra={false} />
                </Block>
                <Block title="Cards, Ra" game="loot">
                    <Cards ra />
                </Block>
                <Block title="Cards as choices" game="loot">
                    <Choices />
                </Block>
                <Block title="Tiles" game="loot">
                    <span class="g-tiles">
                        {KINDS.map((kind, i) => (
                            <Tile key={kind} kind={kind} count={(i * 7) % 4} />
                        ))}
                    </span>
                    <span class="g-tiles ra">
                        {KINDS.map((kind, i) => (
                            <Tile key={kind} kind={kind} count={(i * 5 + 1) % 4} ra />
                        ))}
                    </span>
                </Block>
                <Block title="Money">
                    <Cheques />
                </Block>
                <Block title="Dice" game="mice">
                    <Dice />
                </Block>
                <Block title="Bars" game="bars">
                    <Bars />
                </Block>
                <Block title="Motion" game="loot">
                    <Motion />
                </Block>
                <Block title="Seats">
                    <Seats />
                </Block>
                <Block title="Controls">
                    <Forms />
                </Block>
                <Sheet />
                <div class="g-two">
                    <Hints />
                    <P.Log entries={LOG} link={(n) => `#${n}`} />
                </div>
                <Block title="Symbols">
                    <ul class="g-symbols">
                        {symbols.map((art) => (
                            <li key={art}>
                                <P.Sym art={art} />
                                <small>{art}</small>
                            </li>
                        ))}
                    </ul>
                </Block>
                <P.ActionBar
                    lead="Your bid."
                    prompt="Beat Bruno’s 7,000 or pass."
                    tip="With the necklace you would have three kinds: +5."
                    main={{ text: "Bid 12,000", onPick: () => {} }}
                    second={{ text: "Pass", onPick: () => {} }}
                    onUndo={() => {}}
                >
                    <Sums
                        label="Sums"
                        options={[0, 5, 10, 15, 20, 25, 30]}
                        chosen={sum}
                        onPick={setSum}
                        why={(v) => (v === 5 ? LOW : undefined)}
                    />
                </P.ActionBar>
            </main>
            <P.Toasts />
            <P.Bubbles />
            <P.Voice />
        </>
    );
}

const wanted = new URLSearchParams(location.search);
if (wanted.get("theme")) set({ theme: wanted.get("theme") as "light" | "dark" });
if (wanted.get("lang")) set({ language: wanted.get("lang") as Language });
addArt();
void applySettings().then(() => {
    render(<Gallery />, document.getElementById("app")!);
    document.body.dataset.ready = "";
});

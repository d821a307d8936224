/* Asking something of a table, by whoever sits there. */
import { signal } from "@preact/signals";
import { set, settings } from "../look/settings";
import { tell } from "../parts";
import { line, noteName } from "./line";
import type { Answer, Sitting, Verb } from "./messages";
import { nonceFor } from "./receipts";
import { problemOf, type Room } from "./room";

export type Ask = <V extends Verb>(verb: V, fields?: Record<string, unknown>) => Promise<Answer<V> | null>;

/** Asks something of the table; a refusal is told. */
export function asking(room: Room): Ask {
    return async (verb, fields = {}) => {
        try {
            return await line.ask(verb, { table: room.id, ...fields });
        } catch (error) {
            tell(problemOf(error).text, "bad");
            return null;
        }
    };
}

/** Tells the server how one wants to be called, if it does not know. */
export async function tellName(): Promise<void> {
    const name = settings.peek().name.trim();
    const hello = line.hello.peek();
    if (!name || !hello || hello.name === name) return;
    await line.ask("name", { name });
    noteName(name);
    line.hello.value = { ...hello, name };
}

/** Somebody is asked whether to play without a receipt; called with the answer. */
export const receiptless = signal<((agreed: boolean) => void) | null>(null);

function askReceiptless(): Promise<boolean> {
    return new Promise((answer) => {
        receiptless.value = (agreed) => {
            receiptless.value = null;
            answer(agreed);
        };
    });
}

/** Asks something with a nonce. It leaves this browser when the promise of the dice is written down here and not before: else a
 * server could make its promise when it knows the nonce. Where nothing can be written down, as in some private windows, nobody
 * could play at all; so that is told, and whoever wants to may go on. */
export async function askWithNonce(
    { id, lobby }: Room,
    ask: Ask,
    verb: "sit" | "start" | "ready",
    fields: Record<string, unknown>,
): Promise<void> {
    const { game, commit } = lobby.peek()!;
    const { nonce, kept } = nonceFor(id, game, commit);
    if (kept || (await askReceiptless())) await ask(verb, { ...fields, nonce });
}

/** The seat one had before if nobody has it, or another; null if all are taken. */
export function freeSeat(seats: readonly Sitting[], own: number): number | null {
    const isFree = (seat: number) => !!seats[seat] && !seats[seat].who && !seats[seat].level;
    const found = isFree(own) ? own : seats.findIndex((_, seat) => isFree(seat));
    return found < 0 ? null : found;
}

/** Sits down, by a name that one has just given or had already. */
export async function sitDown(room: Room, ask: Ask, seat: number | null, name?: string): Promise<void> {
    if (name) set({ name });
    await tellName().catch((error: unknown) => tell(problemOf(error).text, "bad"));
    await askWithNonce(room, ask, "sit", { seat });
}

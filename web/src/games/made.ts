/* A table that is made when its page opens and closed with it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { loadModule, startEngine } from "../engine";
import { engineSpeaks } from "../shell/state";
import type { Source } from "../source";
import { Table } from "../table";

/** The table of what `find` gives, in the language of the page; made anew when one of `inputs` changes. What has happened there
 * is not told again, unless it is to be seen `fromStart`. */
export function useTable(
    find: () => Source | Promise<Source>,
    inputs: readonly unknown[],
    fromStart = false,
): Table | null {
    const made = useSignal<Table | null>(null);
    useEffect(() => {
        let close = () => {};
        let closed = false;
        void Promise.all([find(), loadModule().then(startEngine)]).then(([source, engine]) => {
            if (closed) return source.close();
            const table = new Table(engine, source, null);
            if (!fromStart) table.catchUp();
            const stop = engineSpeaks(engine, () => table);
            close = () => (stop(), table.close());
            made.value = table;
        });
        return () => {
            closed = true;
            close();
            made.value = null;
        };
    }, inputs);
    return made.value;
}

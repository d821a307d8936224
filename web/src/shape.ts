// Whether something that comes from outside (a server, a worker, the browser's storage, a file) is what it
// should be. What passes is of its type; what does not is refused at the border.

export type Guard<T> = (value: unknown) => value is T;
/** The type that a guard is about. */
export type Shape<G> = G extends Guard<infer T> ? T : never;

export const isText: Guard<string> = (value) => typeof value === "string";
export const isNumber: Guard<number> = (value): value is number =>
    typeof value === "number" && Number.isFinite(value);
export const isWhole: Guard<number> = (value): value is number => Number.isInteger(value);
export const isFlag: Guard<boolean> = (value) => typeof value === "boolean";
export const isNull: Guard<null> = (value) => value === null;
export const isAnything: Guard<unknown> = (_value): _value is unknown => true;

export const isObject: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);

export function isOneOf<const T extends string>(...words: readonly T[]): Guard<T> {
    return (value): value is T => (words as readonly unknown[]).includes(value);
}

export function isListOf<T>(one: Guard<T>): Guard<T[]> {
    return (value): value is T[] => Array.isArray(value) && value.every(one);
}

/** Any names, each with a value of one shape. */
export function isRecordOf<T>(one: Guard<T>): Guard<Record<string, T>> {
    return (value): value is Record<string, T> => isObject(value) && Object.values(value).every(one);
}

/** One of two. */
export function isEither<A, B>(first: Guard<A>, second: Guard<B>): Guard<A | B> {
    return (value): value is A | B => first(value) || second(value);
}

type Fields = Record<string, Guard<unknown>>;
type Required<F extends Fields> = { [K in keyof F]: Shape<F[K]> };
type Optional<F extends Fields> = { [K in keyof F]?: Shape<F[K]> };

/** An object with these fields; the second ones may be missing. There may be others, which nobody reads. */
export function isWith<F extends Fields, O extends Fields = Record<never, never>>(
    fields: F,
    optional?: O,
): Guard<Required<F> & Optional<O>> {
    return (value): value is Required<F> & Optional<O> =>
        isObject(value) &&
        Object.entries(fields).every(([name, is]) => is(value[name])) &&
        Object.entries(optional ?? {}).every(([name, is]) => value[name] === undefined || is(value[name]));
}

/** What a text of JSON says, if it is of this shape; else null. */
export function parseAs<T>(is: Guard<T>, text: string): T | null {
    try {
        const value: unknown = JSON.parse(text);
        return is(value) ? value : null;
    } catch {
        return null;
    }
}

/** Whether two values of JSON say the same, in whatever order their fields stand. */
export function isSame(one: unknown, other: unknown): boolean {
    if (Array.isArray(one) && Array.isArray(other))
        return one.length === other.length && one.every((item, i) => isSame(item, other[i]));
    if (!isObject(one) || !isObject(other)) return one === other;
    const names = Object.keys(one);
    return (
        names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]))
    );
}

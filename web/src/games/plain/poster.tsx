import type { PosterProps } from "../module";

/** The title itself is the picture. */
export function PlainPoster({ title }: PosterProps) {
    return <b class="plain-poster">{title}</b>;
}

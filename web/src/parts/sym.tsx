import type { SVGAttributes } from "preact";
import type { Art } from "../look/art";

/** With a label a picture is an image, else decoration. */
export function asImage(label?: string): SVGAttributes<SVGSVGElement> {
    return label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
}

/** A symbol of the sprite, as large as the text around it. */
export function Sym({ art, label, class: name }: { art: Art; label?: string; class?: string }) {
    return (
        <svg class={name} {...asImage(label)}>
            <use href={`#art-${art}`} />
        </svg>
    );
}

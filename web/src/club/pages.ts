/* Which further pages there are for whom, for the menu. */
import { computed } from "@preact/signals";
import { href } from "../look/address";
import { t } from "../look/text";
import { line } from "../online/line";
import type { MenuItem } from "../parts";

export const ownPage = computed(() => {
    const hello = line.hello.value;
    return hello?.house ? `/p/${hello.who}` : null;
});

export const pages = computed<MenuItem[]>(() => {
    const hello = line.hello.value;
    if (!ownPage.value) return [];
    return [
        { text: t("Your page"), icon: "i-people", href: href(ownPage.value) },
        ...(hello?.owner ? [{ text: t("This club"), icon: "i-star", href: href("/admin") } as const] : []),
    ];
});

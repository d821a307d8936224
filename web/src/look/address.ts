/* Addresses of pages: /#/rules/GAME/RULE, so that any server of files will do; the link of a table is /t/ID, which the server
 * knows. */

/** "/rules/GAME" → "/#/rules/GAME" */
export function href(path: string): string {
    return path === "/" || path.startsWith("/t/") ? path : `/#${path}`;
}

export function rulePath(game: string, rule?: string): string {
    return href(`/rules/${game}${rule ? `/${rule}` : ""}`);
}

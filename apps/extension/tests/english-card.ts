/** Draws the card in the page as the English script does. */
import { cardWords as words } from "../locales/en/card.ts"
import type { PageCard } from "../messaging/subject.ts"
import { draw as drawIn } from "../ui/page-card/draw.ts"

export const draw = (data: PageCard | null): boolean => drawIn(data, { language: "en", words })

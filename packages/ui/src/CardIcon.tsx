/** Line icons for the rows of a card. They are separate from `Icon`, so that only code that draws a card loads them. */
import type { CardIcon as CardIconName, CardRow } from "@inlay/agent-plugin/Card"

const shapes: Readonly<Record<CardIconName | "listed", string>> = {
  email: "M2 4h12v8.5H2ZM2.5 4.5 8 9l5.5-4.5",
  phone: "M3 2.5h3l1 3-1.5 1a8 8 0 0 0 4 4l1-1.5 3 1v3q-9 1.5-10.5-10.5Z",
  listed: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM4 4l8 8",
  role: "M2 5.5h12V13H2ZM5.5 5.5v-2h5v2M2 9h12",
  site: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2q5.4 6 0 12-5.4-6 0-12",
  number: "M6 2.5 4.5 13.5M11.5 2.5 10 13.5M3 6h11M2 10h11",
  company: "M3 14V3.5L9 2v12M9 6l4 1v7M1.5 14h13M5.5 6h1M5.5 9h1",
  people:
    "M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5a4.5 4.5 0 0 1 9 0M11 2.8a2.5 2.5 0 0 1 0 4.4M12 9.5a4.5 4.5 0 0 1 2.5 4",
  place: "M8 14.5q5-5 5-8a5 5 0 0 0-10 0q0 3 5 8ZM8 8.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z"
}

export const CardIcon = ({ of: { icon, mark } }: { readonly of: Pick<CardRow, "icon" | "mark"> }) =>
  icon === undefined ? null : (
    <svg class="icon line" width="16" height="16" viewBox="0 0 16 16">
      <path d={shapes[icon === "phone" && mark?.tone === "danger" ? "listed" : icon]} />
    </svg>
  )

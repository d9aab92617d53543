/** Formatting of figures and labels that bar and line charts share. */
import { widthOf } from "./Screen.ts"
import { beginningOf } from "./wrap.ts"

export const isFigure = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value)

export const formatValue = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 2 })

/** Pads or truncates a label to a width in cells. */
export const padLabel = (label: string, width: number): string => {
  const cut = widthOf(label) > width ? `${beginningOf(label, width - 1)}…` : label
  return cut + " ".repeat(Math.max(0, width - widthOf(cut)))
}

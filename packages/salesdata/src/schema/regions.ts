/** The states and territories of Australia and the sixteen regions of New Zealand, as search filters accept them. */
import type { Normalised } from "../identity/identifiers.ts"

const AUSTRALIA: Readonly<Record<string, string>> = {
  NSW: "New South Wales",
  VIC: "Victoria",
  QLD: "Queensland",
  WA: "Western Australia",
  SA: "South Australia",
  TAS: "Tasmania",
  ACT: "Australian Capital Territory",
  NT: "Northern Territory"
}

const NEW_ZEALAND = [
  "Northland",
  "Auckland",
  "Waikato",
  "Bay of Plenty",
  "Gisborne",
  "Hawke's Bay",
  "Taranaki",
  "Manawatū-Whanganui",
  "Wellington",
  "Tasman",
  "Nelson",
  "Marlborough",
  "West Coast",
  "Canterbury",
  "Otago",
  "Southland"
]

/** Keeps only letters, so that "Hawkes Bay", "hawke’s bay" and "Manawatu-Wanganui" are found. */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace("manawatuwanganui", "manawatuwhanganui")

const byFold = new Map<string, string>([
  ...Object.entries(AUSTRALIA).flatMap(([code, name]) => [[fold(code), code] as const, [fold(name), code] as const]),
  ...NEW_ZEALAND.map((name) => [fold(name), name] as const)
])

/** Returns a state's code or a region's name, from any common spelling. */
export const readRegion = (text: string): Normalised => {
  const value = byFold.get(fold(text)) ?? byFold.get(fold(text).replace(/region$/, ""))
  return value === undefined
    ? {
        ok: false,
        problem: `is not an Australian state (${Object.keys(AUSTRALIA).join(", ")}) or New Zealand region (${NEW_ZEALAND.join(", ")}); put other places in extra`
      }
    : { ok: true, value }
}

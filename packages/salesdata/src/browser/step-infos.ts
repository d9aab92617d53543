/** The steps that a browser can run, with the same ids and titles as in the full plugin. Pure data. */
import type { Runnable } from "@inlay/agent-plugin/Plugin"

type Info = Runnable["toolSteps"][number]

/** They change nothing, but spend credits. */
const hints = { readOnly: false } as const

export const STEPS = {
  person: { id: "salesdata_people_enrichment", title: "People Enrichment", hints },
  company: { id: "salesdata_company_enrichment", title: "Company Enrichment", hints },
  search: { id: "salesdata_people_search", title: "People Search", hints }
} as const satisfies Readonly<Record<string, Info>>

/** Registries, under which companies and schools have their domains. Pure. */
import { platformLabels } from "./shared-hosts.ts"

/** Second-level labels under which Australia, New Zealand and others register names: `company.com.au`. */
const LABELS = "(ac|asn|co|com|cri|edu|geek|gen|gov|govt|health|id|iwi|kiwi|maori|mil|ne|net|or|org|parliament|school)"

const STATES = "(act|nsw|nt|qld|sa|tas|vic|wa)"

const UNDER_LABEL = new RegExp(`\\.${LABELS}\\...$`)

/** Australia registers places and schools, and states their offices, one or two labels deeper: `hill.nsw.edu.au`. */
const DEEPER = new RegExp(`\\.(((schools\\.)?${STATES}(\\.edu|\\.gov)?|(eq|catholic)\\.edu)\\.au)$`)

/** Other countries have companies at names such as `id.me`. */
const REGISTRY = new RegExp(`^([^.]+|(ac|com?|edu|gov|net|org)\\...|(${LABELS}|${STATES}(\\.edu)?)\\.(au|nz))$`)

/** Whether a host is a registry, or no domain at all. States have sites of their own at theirs: `nsw.gov.au`. */
export const isRegistry = (host: string): boolean => REGISTRY.test(host)

/** The registrable part of a host: `company.com.au` for `shop.company.com.au`. */
export const registrable = (host: string): string => {
  const registryLabels =
    DEEPER.exec(host)?.[1]?.split(".").length ?? (platformLabels(host) || (UNDER_LABEL.test(host) ? 2 : 1))
  return host
    .split(".")
    .slice(-1 - registryLabels)
    .join(".")
}

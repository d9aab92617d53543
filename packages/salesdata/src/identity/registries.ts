/**
 * Registries, under which companies and schools have their domains. Pure. They are those of the Public Suffix List
 * (https://publicsuffix.org/list/) of Australia, New Zealand, and countries that they trade with.
 */
import { platformLabels } from "./shared-hosts.ts"

/** Second-level labels under which Australia, New Zealand and others register names: `company.com.au`. */
const LABELS =
  "(ac|asn|co|com|cri|edu|geek|gen|gob|gouv|gov|govt|health|id|iwi|kiwi|maori|mil|ne|net|or|org|parliament|school|xn--mori-qsa)"

/** Further registries, with labels that are names of companies in other countries. */
const FURTHER = [
  "(conf|oz)\\.au",
  "(adv|agr|blog|eco|eng|ind|med)\\.br",
  "gc\\.ca",
  "(biz|info|name|pro)\\.(fj|vn)",
  "(asso|nom)\\.fr",
  "(biz|desa|go|my|or|sch|web)\\.id",
  "(firm|ind|info|nic|res)\\.in",
  "(ad|ed|go|gr|lg|ne|or)\\.jp",
  "(go|me|ne|or|pe|re)\\.kr",
  "(go|in|or)\\.th",
  "idv\\.(hk|tw)",
  "(ltd|me|nhs|plc|police)\\.uk",
  "(law|nom|web)\\.za"
].join("|")

const STATES = "(act|nsw|nt|qld|sa|tas|vic|wa)"

const UNDER_TWO_LABELS = /* @__PURE__ */ new RegExp(`\\.(${LABELS}\\...|${FURTHER})$`)

/** Australia registers places and schools, and states their offices, one or two labels deeper: `hill.nsw.edu.au`. */
const DEEPER = /* @__PURE__ */ new RegExp(`\\.(((schools\\.)?${STATES}(\\.edu|\\.gov)?|(eq|catholic)\\.edu)\\.au)$`)

/** Other countries have companies at names such as `id.me`. */
const REGISTRY = new RegExp(
  `^([^.]+|(ac|com?|edu|gob|gouv|gov|net|org)\\...|(${LABELS}|${STATES}(\\.edu)?)\\.(au|nz)|${FURTHER})$`
)

/** Whether a host is a registry, or no domain at all. States have sites of their own at theirs: `nsw.gov.au`. */
export const isRegistry = (host: string): boolean => REGISTRY.test(host)

/** The registrable part of a host: `company.com.au` for `shop.company.com.au`. */
export const registrable = (host: string): string => {
  const registryLabels =
    DEEPER.exec(host)?.[1]?.split(".").length ?? (platformLabels(host) || (UNDER_TWO_LABELS.test(host) ? 2 : 1))
  return host
    .split(".")
    .slice(-1 - registryLabels)
    .join(".")
}

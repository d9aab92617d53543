/**
 * Registries, under which companies and schools have their domains. Pure. They are those of the Public Suffix List
 * (https://publicsuffix.org/list/) of Australia, New Zealand, and countries that they trade with.
 */
import { platformLabels, words } from "./shared-hosts.ts"

/** Second-level labels under which Australia, New Zealand and others register names: `company.com.au`. */
const LABELS =
  "(ac|asn|co|com|cri|edu|geek|gen|gob|gouv|gov|govt|health|id|iwi|kiwi|maori|mil|ne|net|or|org|parliament|school|xn--mori-qsa)"

/** Further registries, with labels that are names of companies in other countries. */
const REGISTRIES = new Set(
  words(`ad.jp adv.br agr.br asso.fr biz.fj biz.id biz.in biz.my biz.vn blog.br club.tw conf.au desa.id ebiz.tw eco.br ed.jp
  eng.br firm.in game.tw gc.ca go.id go.jp go.kr go.th gr.jp gv.at hs.kr i.ph idv.hk idv.tw in.th ind.br ind.in
  info.fj info.in info.vn io.vn k12.il law.za lg.jp ltd.uk me.kr me.uk med.br muni.il my.id name.fj name.my name.vn
  ne.jp ne.kr ngo.ph nhs.uk nic.in nom.es nom.fr nom.za or.at or.id or.jp or.kr or.th oz.au pe.kr plc.uk police.uk
  pro.fj pro.in pro.vn re.kr res.in sc.kr sch.ae sch.id web.id web.za`)
)

const STATES = "(act|nsw|nt|qld|sa|tas|vic|wa)"

const UNDER_LABEL = new RegExp(`\\.${LABELS}\\...$`)

/** Australia registers places and schools, and states their offices, one or two labels deeper: `hill.nsw.edu.au`. */
const DEEPER = new RegExp(`\\.(((schools\\.)?${STATES}(\\.edu|\\.gov)?|(eq|catholic)\\.edu)\\.au)$`)

/** Other countries have companies at names such as `id.me`. */
const REGISTRY = new RegExp(
  `^([^.]+|(ac|com?|edu|gob|gouv|gov|net|org)\\...|(${LABELS}|${STATES}(\\.edu)?)\\.(au|nz))$`
)

/** Whether a host is a registry, or no domain at all. States have sites of their own at theirs: `nsw.gov.au`. */
export const isRegistry = (host: string): boolean => REGISTRY.test(host) || REGISTRIES.has(host)

const isUnderTwoLabels = (host: string): boolean =>
  UNDER_LABEL.test(host) || REGISTRIES.has(host.split(".").slice(-2).join("."))

/** The registrable part of a host: `company.com.au` for `shop.company.com.au`. */
export const registrable = (host: string): string => {
  const registryLabels =
    DEEPER.exec(host)?.[1]?.split(".").length ?? (platformLabels(host) || (isUnderTwoLabels(host) ? 2 : 1))
  return host
    .split(".")
    .slice(-1 - registryLabels)
    .join(".")
}

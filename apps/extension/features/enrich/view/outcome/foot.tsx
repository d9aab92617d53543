/** The foot of a result: its cost, the identifiers that matched, its age, and the actions on it. */
import { Confirm } from "@inlay/ui/Confirm"
import type { Copying } from "@inlay/ui/copying"
import type { RefObject } from "preact"
import { useRef, useState } from "preact/hooks"

import { company } from "../../../../locales/company.ts"
import { money } from "../../../../locales/popup.ts"
import { result as words } from "../../../../locales/result.ts"
import { wayOf } from "../../../../messaging/way.ts"
import { saveFile } from "../../../../ui/save-file.ts"
import { age, checkedNote, moment } from "../../../../ui/text/moment.ts"
import type { Answered, InPage, Offer } from "../../requests.ts"
import { overCap } from "../../subject/price.ts"
import { formats } from "./copies/formats.ts"
import { useKeys } from "./keys.ts"

interface Summary {
  /** How many services have been sent the company's name or domain; absent for a person. */
  readonly sentTo?: number
  readonly answered: Answered
  readonly offer: Offer
  readonly now: number
}

const Cost = ({ answered: { card, charged, matchedOn }, offer: { price }, now, sentTo }: Summary) => {
  const old = age(card.fetchedAt, now)
  const cap = charged === "unknown" ? null : price.cap
  const checkNote = checkedNote(card.checkedOn, now)
  const matchWords = words.matchedOn(matchedOn)
  return (
    <p class="small quiet">
      <strong>{money.charged(charged)}</strong>
      {" · "}
      <time dateTime={card.fetchedAt} title={moment(card.fetchedAt)}>
        {card.fromCache ? words.saved(old) : old}
      </time>
      {!card.fromCache && cap !== null && ` · ${money.leftShort(cap)}`}
      {(matchWords !== "" || checkNote !== undefined) && <br />}
      {matchWords}
      {checkNote !== undefined && (
        <>
          {matchWords !== "" && " · "}
          <span class={checkNote.isStale ? "stale" : ""}>{checkNote.text}</span>
        </>
      )}
      {sentTo !== undefined && (
        <>
          <br />
          {company.sent(sentTo)}
        </>
      )}
    </p>
  )
}

interface Item {
  readonly label: string
  readonly note?: string
  readonly pressed?: boolean
  readonly act: () => void
}

interface MenuProps {
  readonly label: string
  readonly items: ReadonlyArray<Item>
  /** The button that opens it. It gets the focus before the menu disappears with the item that has it. */
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly onDone: () => void
}

/** The menu that a button of the foot opens. It appears above the button, so that no scrolling is needed. */
const Menu = (props: MenuProps) => (
  <div class="menu" role="group" aria-label={props.label}>
    {props.items.map(({ label: name, note, pressed, act }) => (
      <button
        key={name}
        type="button"
        class="tool"
        aria-pressed={pressed}
        onClick={() => {
          props.opener.current?.focus()
          props.onDone()
          act()
        }}
      >
        {name}
        {note !== undefined && <span class="small quiet">{note}</span>}
      </button>
    ))}
  </div>
)

interface FootProps extends Summary {
  readonly copying: Copying
  readonly showSources: boolean
  readonly onSources: () => void
  readonly inPage: InPage
  /** Absent beside the page, where the record is already shown. */
  readonly onShowInPage?: () => void
  readonly onSettings: () => void
  readonly onNote: () => void
  readonly onPeople: () => void
  readonly onHistory: () => void
  /** Pays for a newer answer. */
  readonly onRefresh: () => void
  /** Absent for a record about somebody else than the page's subject, which is saved under its own names. */
  readonly forget?: (say: (credits: number) => string) => void
}

const placeItems = ({ inPage, onShowInPage, onSettings }: FootProps): ReadonlyArray<Item> => {
  if (inPage === "here") return onShowInPage === undefined ? [] : [{ label: words.showInPage, act: onShowInPage }]
  return inPage === "off" ? [{ label: words.inPage.off, note: words.change, act: onSettings }] : []
}

export const Foot = (props: FootProps) => {
  const { answered, offer, copying, inPage, forget } = props
  const [open, setOpen] = useState<"more" | "copy" | "forget" | "keys">()
  const toggle = (menu: "more" | "copy" | "keys") => setOpen(open === menu ? undefined : menu)
  const close = () => setOpen(undefined)
  const moreButton = useRef<HTMLButtonElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  const copyAs = formats(answered)
  const copy = (name: keyof typeof copyAs) => copying.copy("all", words.copiedAs[name], copyAs[name]())
  const leave = () => {
    if (open !== "keys") (open === "copy" ? copyButton : moreButton).current?.focus()
    close()
  }
  useKeys({
    answered,
    copying,
    onAll: () => copy("text"),
    onCopy: () => toggle("copy"),
    onHelp: () => toggle("keys"),
    onEscape: open && leave
  })
  // Not offered if it could exceed the cap.
  const mayRefresh = forget !== undefined && !overCap(offer.price)
  const more: ReadonlyArray<Item> = [
    { label: words.sources, pressed: props.showSources, act: props.onSources },
    ...(forget === undefined ? [] : [{ label: words.note, act: props.onNote }]),
    ...placeItems(props),
    ...(mayRefresh ? [{ label: words.refresh, note: money.costs(offer.price.upTo), act: props.onRefresh }] : []),
    {
      label: words.saveContact,
      act: () => saveFile(`${answered.card.title || answered.subject.name}.vcf`, "text/vcard", copyAs.vcard())
    },
    { label: answered.record.of === "person" ? words.similar : words.people, act: props.onPeople },
    { label: words.history, act: props.onHistory },
    { label: words.keys, note: "?", act: () => setOpen("keys") },
    ...(forget === undefined ? [] : [{ label: words.forget, act: () => setOpen("forget") }])
  ]
  return (
    <footer class="foot">
      {open === "more" && <Menu label={words.more} items={more} opener={moreButton} onDone={close} />}
      {open === "copy" && (
        <Menu
          label={words.copyAll}
          items={(["text", "row", "vcard", "json"] as const).map((name) => ({
            label: words.copyAs[name],
            act: () => copy(name)
          }))}
          opener={copyButton}
          onDone={close}
        />
      )}
      {open === "keys" && (
        <dl class="keys small">
          {words.keyList.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      )}
      {open === "forget" && forget !== undefined && (
        <Confirm
          question={words.forgetSure}
          yes={words.forgetYes}
          no={words.cancel}
          onYes={() => forget(wayOf(offer.payer) === "hub" ? () => words.forgottenHere : words.forgotten)}
          onNo={close}
        />
      )}
      <div class="foot-line">
        <Cost {...props} />
        <div class="foot-tools">
          <button
            ref={moreButton}
            type="button"
            class="button"
            aria-expanded={open === "more"}
            onClick={() => toggle("more")}
          >
            {words.more} ▾
          </button>
          <button
            ref={copyButton}
            type="button"
            class="button primary"
            aria-expanded={open === "copy"}
            onClick={() => toggle("copy")}
          >
            {copying.done === "all" ? words.copied("") : `${words.copyAll} ▾`}
          </button>
        </div>
      </div>
      {inPage !== "shown" && inPage !== "here" && inPage !== "off" && <p class="small quiet">{words.inPage[inPage]}</p>}
    </footer>
  )
}

/** The frame of every state: the person or company, the account that pays, and the link to the settings. */
import { useInheritedFocus } from "@inlay/ui/return-focus"
import type { ComponentChildren, ComponentType } from "preact"
import { useEffect, useRef } from "preact/hooks"

import { kind } from "../../../../locales/popup.ts"
import type { Subject } from "../../../../messaging/subject.ts"
import { Head, type HeadProps } from "../../../../ui/Head.tsx"
import type { Shell } from "../../../../ui/shell.ts"
import { nameOf } from "../../../../ui/text/name.ts"
import type { Payer } from "../../requests.ts"

/** The shell of the lookup, with the account that pays, once it is known, and how to choose another. */
export interface PaidShell extends Shell {
  readonly payer?: Payer
  readonly onAccount: (account: string) => void
  /** Draws the choice of accounts, if there are several. */
  readonly Choice?: ComponentType<PaidShell>
}

interface FrameProps extends Omit<HeadProps, "titleRef" | "children"> {
  readonly shell: PaidShell
  /** Whether the title takes the focus, because the element that had it is gone. */
  readonly focusTitle?: boolean
  readonly children: ComponentChildren
}

export const Frame = ({ focusTitle, children, ...head }: FrameProps) => {
  const whole = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useInheritedFocus(whole, title)
  const takesFocus = focusTitle === true && head.shell.isFirst
  useEffect(() => {
    if (takesFocus) title.current?.focus({ preventScroll: true })
  }, [takesFocus, head.title])
  return (
    <section ref={whole} class="popup">
      <Head {...head} titleRef={title}>
        {head.shell.Choice !== undefined && <head.shell.Choice {...head.shell} />}
      </Head>
      {children}
    </section>
  )
}

/** Frames a state with the person or company as named by the address, before a provider has answered. */
export const SubjectFrame = ({
  subject,
  ...props
}: Omit<FrameProps, "title" | "subtitle"> & { readonly subject: Subject }) => (
  <Frame
    {...props}
    title={nameOf(subject)}
    subtitle={nameOf(subject) === subject.name ? kind[subject.kind] : `${kind[subject.kind]} · ${subject.name}`}
  />
)

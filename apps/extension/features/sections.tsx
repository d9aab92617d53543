/**
 * The sections that apply to the page, in the order of their names. Each stands on its own: one that is slow comes
 * later, in its place, and one that fails says so there. Neither holds up the others, nor the lookup above them.
 */
import type { ComponentType } from "preact"
import { useEffect, useErrorBoundary, useState } from "preact/hooks"

import { popup as words } from "../locales/en/popup.ts"
import { Notice } from "../ui/Notice.tsx"
import type { Page, Section } from "./section.ts"

type Loaded = { readonly View: ComponentType<Page> | undefined } | { readonly error: unknown }

/** Never rejects. */
const load = async ({ applies, view }: Section, address: string): Promise<Loaded> => {
  try {
    return applies(address) ? await view() : { View: undefined }
  } catch (error) {
    return { error }
  }
}

const Lazy = (props: { readonly name: string; readonly section: Section; readonly page: Page }) => {
  const { name, section, page } = props
  const [loaded, setLoaded] = useState<Loaded>({ View: undefined })
  const [thrown] = useErrorBoundary()
  useEffect(() => {
    let newest = true
    void load(section, page.address).then((now) => (newest ? setLoaded(now) : undefined))
    return () => {
      newest = false
    }
  }, [section, page.address])
  const failure: unknown = thrown ?? ("error" in loaded ? loaded.error : undefined)
  if (failure !== undefined) {
    return (
      <section class="body">
        <Notice tone="warning">{words.sectionFailed(name, failure instanceof Error ? failure.message : null)}</Notice>
      </section>
    )
  }
  return "View" in loaded && loaded.View !== undefined ? <loaded.View {...page} /> : null
}

export const Sections = (props: { readonly of: Readonly<Record<string, Section>>; readonly page: Page }) => (
  <>
    {Object.entries(props.of).map(([name, section]) => (
      <Lazy key={name} name={name} section={section} page={props.page} />
    ))}
  </>
)

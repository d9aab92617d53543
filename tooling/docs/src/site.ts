/**
 * Builds one site from the API reference of the public libraries, generated from their docstrings, and pages of
 * Markdown. Its search works without a server. An export without a docstring and a broken link are errors.
 */
import { join, relative } from "node:path"
import { pathToFileURL } from "node:url"

import { modules, publicPackages, root, type Package } from "@inlay/release/workspace"
import {
  Application,
  Comment,
  Converter,
  Logger,
  LogLevel,
  ReflectionKind,
  type Context,
  type DocumentReflection,
  type ProjectReflection,
  type TypeDocOptions
} from "typedoc"

const options: TypeDocOptions = {
  name: "Inlay",
  readme: "none",
  searchInDocuments: true,
  navigation: { includeGroups: true },
  groupOrder: ["Guides", "Packages and programs", "The project", "Modules", "*"],
  headings: { readme: false, document: true },
  highlightLanguages: ["bash", "console", "html", "javascript", "json", "nginx", "shell", "tsx", "typescript"],
  entryPointStrategy: "resolve",
  // Types are checked elsewhere, by another version of TypeScript.
  skipErrorChecking: true,
  excludeInternal: true,
  excludeExternals: true,
  excludePrivate: true,
  disableSources: true,
  githubPages: false,
  // Members are explained by their names and types, or have a docstring if that is not enough.
  requiredToBeDocumented: ["Class", "Interface", "TypeAlias", "Function", "Variable", "Enum"],
  validation: { notExported: false, invalidLink: true, notDocumented: true, rewrittenLink: false }
}

/** A schema and its type have one name and one description, so the type takes over the schema's comment. */
const shareComments = (project: ProjectReflection): void => {
  for (const type of project.getReflectionsByKind(ReflectionKind.TypeAlias)) {
    const schema = type.parent?.isDeclaration() || type.parent?.isProject() ? type.parent.children : undefined
    const twin = schema?.find((other) => other.name === type.name && other.kind === ReflectionKind.Variable)
    if (twin?.comment !== undefined) type.comment ??= twin.comment.clone()
  }
}

/** A tool step or trigger is documented by its description, which is written for agents. */
const describeUnits = async (project: ProjectReflection): Promise<void> => {
  for (const unit of project.getReflectionsByKind(ReflectionKind.Variable)) {
    const file = project.getSymbolIdFromReflection(unit)?.fileName ?? ""
    if (unit.comment !== undefined || !/\/src\/(tool-steps|triggers)\/[^/]+$/.test(file)) continue
    const module: Readonly<Record<string, { readonly description?: string }>> = await import(pathToFileURL(file).href)
    const text = module[unit.name]?.description
    if (text !== undefined) unit.comment = new Comment([{ kind: "text", text }])
  }
}

/** The group of a page in the site. */
const groupOf = (file: string): string => {
  const path = relative(root, file)
  return path.startsWith("docs/") ? "Guides" : path.includes("/") ? "Packages and programs" : "The project"
}

/** A page's title is its first heading. */
const HEADING = /^(?:---\n[^]*?\n---\n)?\s*# (.+)\n/

const namePage = (_: unknown, page: DocumentReflection): void => {
  const file = page.project.files.getReflectionPath(page)
  if (file !== undefined) page.frontmatter["group"] = groupOf(file)
  const [first] = page.content
  const [heading, title] = HEADING.exec(first?.text ?? "") ?? []
  if (first === undefined || heading === undefined || title === undefined) return
  page.name = title
  first.text = first.text.slice(heading.length)
}

export interface Site {
  readonly project: ProjectReflection
  /** TypeDoc's error messages; empty if there are none. */
  readonly problems: ReadonlyArray<string>
  readonly write: (folder: string) => Promise<void>
}

class Problems extends Logger {
  readonly messages: Array<string> = []
  override log(message: string, level: LogLevel): void {
    if (level >= LogLevel.Warn) this.messages.push(message)
  }
}

/**
 * Maps each source to the specifier that imports it. Modules below `./testing/` are for this repository's tests only.
 */
const specifiersBySource = (packages: ReadonlyArray<Package>): ReadonlyMap<string, string> =>
  new Map(
    packages.flatMap(({ folder, manifest }) =>
      [...modules({ folder, manifest })]
        .filter(([subpath]) => !subpath.startsWith("./testing/"))
        .map(([subpath, source]) => [join(folder, source), manifest.name + subpath.slice(1)])
    )
  )

export interface Sources {
  readonly packages: ReadonlyArray<Package>
  /** Includes the packages' sources. */
  readonly tsconfig: string
  /** The first page; there is none if it is left out. */
  readonly home?: string
  /** Markdown files, in the order of the site. */
  readonly pages?: ReadonlyArray<string>
}

/** Reads the sources. Writes nothing. */
const read = async ({ packages, tsconfig, home = "none", pages = [] }: Sources): Promise<Site> => {
  const specifiers = specifiersBySource(packages)
  const app = await Application.bootstrap({
    ...options,
    tsconfig,
    readme: home,
    projectDocuments: [...pages],
    entryPoints: [...specifiers.keys()],
    packagesRequiringDocumentation: packages.map(({ manifest }) => manifest.name)
  })
  const problems = new Problems()
  app.logger = problems
  // A module is named by the specifier that imports it.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const name = specifiers.get(project.getSymbolIdFromReflection(module)?.fileName ?? "")
      if (name !== undefined) module.name = name
    }
  })
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, namePage)
  const project = await app.convert()
  if (project === undefined) throw new Error(problems.messages.join("\n"))
  shareComments(project)
  await describeUnits(project)
  app.validate(project)
  return {
    project,
    problems: problems.messages,
    write: (folder) => app.generateDocs(project, folder)
  }
}

/** One page for each kind of reader, then the pages about one subject, then those about how the project is built. */
const READERS = ["sales-rep", "developer", "analyst", "platform-team", "your-own-plugin"]
const SUBJECTS = [
  "guarantees",
  "settings",
  "tool-steps",
  "triggers",
  "receiving-events",
  "http-api",
  "operating",
  "extension",
  "sales-data",
  "http-client"
]
const HOUSE = ["ARCHITECTURE", "CONTRIBUTING", "SECURITY"]

/** The site of this checkout: guides, the READMEs of the public packages, and the reference of their libraries. */
export const site = (): Promise<Site> => {
  const packages = publicPackages()
  return read({
    packages,
    tsconfig: join(import.meta.dirname, "../tsconfig.sources.json"),
    home: join(root, "README.md"),
    pages: [
      ...[...READERS, ...SUBJECTS].map((name) => join(root, `docs/${name}.md`)),
      ...packages.map(({ folder }) => join(folder, "README.md")),
      join(root, "apps/extension/README.md"),
      join(root, "apps/sandbox/README.md"),
      ...HOUSE.map((name) => join(root, `${name}.md`))
    ]
  })
}

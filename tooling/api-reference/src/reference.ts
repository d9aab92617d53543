/**
 * The API reference of every public library as one site, from what the sources say of themselves. An export that says
 * nothing, and a link that leads nowhere, are errors.
 */
import { join } from "node:path"
import { pathToFileURL } from "node:url"

import { modules, publicPackages, type Package } from "@inlay/release/workspace"
import {
  Application,
  Comment,
  Converter,
  Logger,
  LogLevel,
  ReflectionKind,
  type Context,
  type ProjectReflection,
  type TypeDocOptions
} from "typedoc"

const options: TypeDocOptions = {
  name: "Inlay",
  readme: "none",
  entryPointStrategy: "resolve",
  // The type check's work, and by another version of TypeScript.
  skipErrorChecking: true,
  excludeInternal: true,
  excludeExternals: true,
  excludePrivate: true,
  disableSources: true,
  githubPages: false,
  // Members explain themselves by name and type, or say more.
  requiredToBeDocumented: ["Class", "Interface", "TypeAlias", "Function", "Variable", "Enum"],
  validation: { notExported: false, invalidLink: true, notDocumented: true, rewrittenLink: false }
}

/** A schema and its type are one thing under one name, described once. */
const shareComments = (project: ProjectReflection): void => {
  for (const type of project.getReflectionsByKind(ReflectionKind.TypeAlias)) {
    const schema = type.parent?.isDeclaration() || type.parent?.isProject() ? type.parent.children : undefined
    const twin = schema?.find((other) => other.name === type.name && other.kind === ReflectionKind.Variable)
    if (twin?.comment !== undefined) type.comment ??= twin.comment.clone()
  }
}

/** A tool step or trigger is described for agents; that is its documentation. */
const describeUnits = async (project: ProjectReflection): Promise<void> => {
  for (const unit of project.getReflectionsByKind(ReflectionKind.Variable)) {
    const file = project.getSymbolIdFromReflection(unit)?.fileName ?? ""
    if (unit.comment !== undefined || !/\/src\/(tool-steps|triggers)\/[^/]+$/.test(file)) continue
    const module: Readonly<Record<string, { readonly description?: string }>> = await import(pathToFileURL(file).href)
    const text = module[unit.name]?.description
    if (text !== undefined) unit.comment = new Comment([{ kind: "text", text }])
  }
}

export interface Reference {
  readonly project: ProjectReflection
  /** What is wrong, as TypeDoc says it; empty where all is well. */
  readonly problems: ReadonlyArray<string>
  readonly write: (folder: string) => Promise<void>
}

class Problems extends Logger {
  readonly messages: Array<string> = []
  override log(message: string, level: LogLevel): void {
    if (level >= LogLevel.Warn) this.messages.push(message)
  }
}

/** Source -> what one imports it by. Below `./testing/` are servers and lists for the house's own tests. */
const specifiersBySource = (packages: ReadonlyArray<Package>): ReadonlyMap<string, string> =>
  new Map(
    packages.flatMap(({ folder, manifest }) =>
      [...modules({ folder, manifest })]
        .filter(([subpath]) => !subpath.startsWith("./testing/"))
        .map(([subpath, source]) => [join(folder, source), manifest.name + subpath.slice(1)])
    )
  )

/** Reads the sources of some packages, by a tsconfig that includes them; nothing is written. */
export const reference = async (packages: ReadonlyArray<Package>, tsconfig: string): Promise<Reference> => {
  const specifiers = specifiersBySource(packages)
  const app = await Application.bootstrap({
    ...options,
    tsconfig,
    entryPoints: [...specifiers.keys()],
    packagesRequiringDocumentation: packages.map(({ manifest }) => manifest.name)
  })
  const problems = new Problems()
  app.logger = problems
  // A module is called what one imports it by.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const name = specifiers.get(project.getSymbolIdFromReflection(module)?.fileName ?? "")
      if (name !== undefined) module.name = name
    }
  })
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

/** The public libraries of the checkout. */
export const house = (): Promise<Reference> =>
  reference(publicPackages(), join(import.meta.dirname, "../tsconfig.sources.json"))

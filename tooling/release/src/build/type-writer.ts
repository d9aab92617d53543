/** Writes types as text: one declaration for each named type, in the order in which they are needed. */
import ts from "typescript-6"

const OBJECT_FLAGS = ts.TypeFlags.Object
const PRIMITIVES =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Never |
  ts.TypeFlags.Void |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null |
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.ESSymbolLike

const isOurs = (file: ts.SourceFile): boolean => /\/(?:packages|apps)\/[^/]+\/(?:src|sandbox)\//.test(file.fileName)

const isBuiltIn = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).some((declaration) =>
    /\/lib\.[\w.]*d\.ts$|\/@types\/node\//.test(declaration.getSourceFile().fileName)
  )

const indent = (text: string): string => text.replaceAll("\n", "\n  ")

export class TypeWriter {
  readonly #names = new Map<ts.Type, string>()
  readonly #docs = new Map<ts.Type, ts.Symbol>()
  readonly #fields = new Map<ts.Type, ts.Type>()
  readonly #declared = new Map<string, string>()

  readonly checker: ts.TypeChecker
  /** The types of parameters. Writing adds those that it meets. */
  readonly #inputs: Set<ts.Type>

  constructor(checker: ts.TypeChecker, program: ts.Program, inputs: Set<ts.Type>) {
    this.checker = checker
    this.#inputs = inputs
    for (const file of program.getSourceFiles()) if (isOurs(file)) this.#learn(file)
  }

  /** Collects the names of a file's types without parameters. The first name of a type wins. */
  #learn(file: ts.SourceFile): void {
    for (const statement of file.statements) {
      if (!ts.isTypeAliasDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) continue
      const symbol = this.checker.getSymbolAtLocation(statement.name)
      if (symbol === undefined || (statement.typeParameters?.length ?? 0) > 0) continue
      const type = this.checker.getDeclaredTypeOfSymbol(symbol)
      if ((type.flags & (OBJECT_FLAGS | ts.TypeFlags.Union)) === 0 || this.#names.has(type)) continue
      this.#names.set(type, symbol.name)
      this.#docs.set(type, symbol)
      const schema = symbol.valueDeclaration
      if (schema === undefined) continue
      const fields = this.checker.getTypeOfSymbol(symbol).getProperty("fields")
      if (fields !== undefined) this.#fields.set(type, this.checker.getTypeOfSymbol(fields))
    }
  }

  #comment(symbol: ts.Symbol | undefined): string {
    if (symbol === undefined) return ""
    const words = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).trim()
    if (words === "") return ""
    return words.includes("\n") ? `/**\n * ${words.replaceAll("\n", "\n * ")}\n */\n` : `/** ${words} */\n`
  }

  /** Declares a type under its name, unless it is declared already. Returns the name. */
  #declare(name: string, write: () => string, comment: string): string {
    if (this.#declared.has(name)) return name
    this.#declared.set(name, "")
    this.#declared.set(name, `${comment}export ${write()}`)
    return name
  }

  #literal(type: ts.Type): string {
    return this.checker
      .typeToString(
        type,
        undefined,
        ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType
      )
      .replace(/^'(.*)'$/s, (_, text: string) => JSON.stringify(text))
  }

  write(type: ts.Type, mayName = true): string {
    const name = this.#names.get(type)
    if (mayName && name !== undefined) {
      const written = () =>
        (type.flags & OBJECT_FLAGS) !== 0 && this.checker.getSignaturesOfType(type, ts.SignatureKind.Call).length === 0
          ? `interface ${name} ${this.#members(type)}`
          : `type ${name} = ${this.write(type, false)}`
      return this.#declare(name, written, this.#comment(this.#docs.get(type)))
    }
    if ((type.flags & PRIMITIVES) !== 0) return this.#literal(type)
    if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return type.symbol.name
    if (type.isUnion()) return this.#union(type)
    // A function that a conditional type has matched is an intersection of its own type and the matched one. Only its
    // own call signature is written.
    const [own] = type.isIntersection() ? this.checker.getSignaturesOfType(type, ts.SignatureKind.Call) : []
    if (own !== undefined) return this.#signature(own)
    if (type.isIntersection()) return this.#members(type)
    if ((type.flags & OBJECT_FLAGS) !== 0) return this.#object(type)
    throw new Error(`A type of the promise client cannot be written: ${this.#literal(type)}`)
  }

  #union(type: ts.UnionType): string {
    const members = type.types.filter((each) => (each.flags & ts.TypeFlags.BooleanLiteral) === 0)
    const booleans = type.types.filter((each) => (each.flags & ts.TypeFlags.BooleanLiteral) !== 0)
    const texts = [
      ...members.map((each) => this.write(each)),
      ...(booleans.length === 2 ? ["boolean"] : booleans.map((each) => this.#literal(each)))
    ]
    // Written in the usual order: `null` and `undefined` come last.
    const isAbsent = (text: string) => text === "null" || text === "undefined"
    const ordered = [...new Set(texts)].sort((a, b) => Number(isAbsent(a)) - Number(isAbsent(b)))
    return ordered.map((text) => (text.includes("=>") ? `(${text})` : text)).join(" | ")
  }

  #object(type: ts.Type): string {
    const { checker } = this
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference).map((item) => this.write(item))
      return `readonly [${items.join(", ")}]`
    }
    const { symbol } = type
    if (symbol !== undefined && isBuiltIn(symbol) && (symbol.flags & ts.SymbolFlags.TypeLiteral) === 0) {
      // Only the item type of an iterable is written, not what it returns or takes besides.
      const count = /^(Async)?(Iterable|Generator)$/.test(symbol.name) ? 1 : undefined
      const parameters = checker
        .getTypeArguments(type as ts.TypeReference)
        .slice(0, count)
        .map((each) => this.write(each))
      return parameters.length === 0 ? symbol.name : `${symbol.name}<${parameters.join(", ")}>`
    }
    if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0) return this.#class(symbol)
    const [call, ...others] = checker.getSignaturesOfType(type, ts.SignatureKind.Call)
    if (call !== undefined && others.length === 0) return this.#signature(call)
    const generic = type.aliasSymbol ?? (symbol?.flags & ts.SymbolFlags.Interface ? symbol : undefined)
    if (generic !== undefined && this.#isNamedGeneric(generic)) return this.#instance(type, generic)
    return this.#members(type)
  }

  #isNamedGeneric(symbol: ts.Symbol): boolean {
    return (symbol.declarations ?? []).some(
      (declaration) => ts.isInterfaceDeclaration(declaration) && isOurs(declaration.getSourceFile())
    )
  }

  /** An interface with its parameters filled in, under a name of its own: `EnrichmentOfPerson`. */
  #instance(type: ts.Type, symbol: ts.Symbol): string {
    const parameters = this.checker.getTypeArguments(type as ts.TypeReference).map((each) => this.write(each))
    const own = parameters.every((each) => /^\w+$/.test(each))
    if (!own) return this.#members(type)
    const name = `${symbol.name}Of${parameters.join("And")}`
    return this.#declare(name, () => `interface ${name} ${this.#members(type)}`, this.#comment(symbol))
  }

  /** Records the type of a parameter or of a field of one, or of the items of one that is iterable. */
  #accept(type: ts.Type): void {
    if (type.isUnion()) for (const each of type.types) this.#accept(each)
    else if (type.symbol !== undefined && isBuiltIn(type.symbol) && /(Iterable|Array)$/.test(type.symbol.name)) {
      for (const item of this.checker.getTypeArguments(type as ts.TypeReference)) this.#accept(item)
    } else this.#inputs.add(type)
  }

  #signature(signature: ts.Signature): string {
    const parameters = signature.getParameters().map((parameter) => {
      const declaration = parameter.valueDeclaration
      const type = this.checker.getTypeOfSymbol(parameter)
      const isOptional =
        declaration !== undefined && ts.isParameter(declaration) && this.checker.isOptionalParameter(declaration)
      const written = isOptional ? this.checker.getNonNullableType(type) : type
      this.#accept(written)
      return `${parameter.name}${isOptional ? "?" : ""}: ${this.write(written)}`
    })
    return `(${parameters.join(", ")}) => ${this.write(signature.getReturnType())}`
  }

  /** The type of a property, without the `undefined` of an optional one. */
  #property(property: ts.Symbol): { readonly isOptional: boolean; readonly written: string } {
    const type = this.checker.getTypeOfSymbol(property)
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
    return { isOptional, written: isOptional ? this.#withoutUndefined(type) : this.write(type) }
  }

  #withoutUndefined(type: ts.Type): string {
    if (!type.isUnion()) return this.write(type)
    const rest = type.types.filter((each) => (each.flags & ts.TypeFlags.Undefined) === 0)
    if (rest.length === type.types.length) return this.write(type)
    const [only, ...others] = rest
    if (only !== undefined && others.length === 0) return this.write(only)
    return (
      this.write(this.checker.getNonNullableType(type)) +
      (rest.some((each) => (each.flags & ts.TypeFlags.Null) !== 0) ? " | null" : "")
    )
  }

  #members(type: ts.Type): string {
    const { checker } = this
    const fields = this.#fields.get(type)
    const properties = checker.getPropertiesOfType(type).filter(({ name }) => !name.startsWith("__@"))
    const lines = properties.map((property) => {
      if (this.#inputs.has(type)) this.#accept(checker.getTypeOfSymbol(property))
      const { isOptional, written } = this.#property(property)
      const comment = this.#comment(property) || this.#comment(fields?.getProperty(property.name))
      const name = /^[\w$]+$/.test(property.name) ? property.name : JSON.stringify(property.name)
      // Clients ignore a field of their input that is undefined, as a program with `exactOptionalPropertyTypes` may pass.
      const orUndefined = isOptional && this.#inputs.has(type) ? " | undefined" : ""
      return `${comment}readonly ${name}${isOptional ? "?" : ""}: ${orUndefined !== "" && written.includes("=>") ? `(${written})` : written}${orUndefined}`
    })
    const indexes = checker
      .getIndexInfosOfType(type)
      .map((index) => `readonly [key: ${this.write(index.keyType)}]: ${this.write(index.type)}`)
    const all = [...lines, ...indexes]
    return all.length === 0 ? "{}" : `{\n  ${all.map(indent).join("\n  ")}\n}`
  }

  /** Declares an export of a module, together with everything that it needs. */
  export(symbol: ts.Symbol): void {
    const { checker } = this
    const value = symbol.valueDeclaration
    if (value !== undefined && ts.isClassDeclaration(value)) return void this.#class(symbol)
    if (value !== undefined && (symbol.flags & ts.SymbolFlags.Type) === 0) {
      const [signature] = checker.getSignaturesOfType(checker.getTypeOfSymbol(symbol), ts.SignatureKind.Call)
      if (signature === undefined)
        throw new Error(`${symbol.name} is not a function; the promise client can export only functions.`)
      this.#declare(
        symbol.name,
        () => `declare const ${symbol.name}: ${this.#signature(signature)}`,
        this.#comment(symbol)
      )
      return
    }
    const [declaration] = symbol.declarations ?? []
    const isGeneric =
      declaration !== undefined &&
      (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) &&
      (declaration.typeParameters?.length ?? 0) > 0
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    if (isGeneric) {
      const parameters = declaration.typeParameters?.map(({ name }) => name.text).join(", ")
      const head = `${symbol.name}<${parameters}>`
      const text = () =>
        ts.isInterfaceDeclaration(declaration)
          ? `interface ${head} ${this.#members(type)}`
          : `type ${head} = ${this.write(type)}`
      return void this.#declare(symbol.name, text, this.#comment(symbol))
    }
    const name = this.#names.get(type)
    if (name === symbol.name) return void this.write(type)
    if (name !== undefined) this.write(type)
    this.#declare(symbol.name, () => `type ${symbol.name} = ${name ?? this.write(type)}`, this.#comment(symbol))
  }

  /** An error class, with its own properties and its constructor's. */
  #class(symbol: ts.Symbol): string {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol)
    const own = this.checker
      .getPropertiesOfType(type)
      .filter((property) => property.declarations?.some((each) => isOurs(each.getSourceFile())))
      .filter((property) => !property.name.startsWith("__") && property.name !== "message")
    const members = () =>
      own.map((property) => {
        const { isOptional, written } = this.#property(property)
        return `${this.#comment(property)}readonly ${property.name}${isOptional ? "?" : ""}: ${written}`
      })
    return this.#declare(
      symbol.name,
      () => `declare class ${symbol.name} extends Error {\n  ${members().map(indent).join("\n  ")}\n}`,
      this.#comment(symbol)
    )
  }

  text(): string {
    return `${[...this.#declared.values()].join("\n\n")}\n`
  }
}

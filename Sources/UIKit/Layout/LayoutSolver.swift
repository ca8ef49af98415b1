/// A solver for linear arithmetic constraints: the Cassowary algorithm (Badros, Borning and Stuckey, 2001) without edit
/// variables, for systems that are solved once from scratch.
///
/// Required constraints are satisfied or rejected; optional ones are satisfied as well as their weights allow.
struct LayoutSolver {
    typealias Variable = Int

    struct Term {
        var variable: Variable
        var coefficient: Double
    }

    enum Relation { case lessOrEqual, equal, greaterOrEqual }

    private enum Kind: UInt8 { case external, slack, error, dummy }

    private struct Symbol: Hashable {
        var id: Int
        var kind: Kind
    }

    private struct Row {
        var constant: Double
        var cells: [Symbol: Double] = [:]

        mutating func add(_ symbol: Symbol, _ coefficient: Double) {
            let sum = (cells[symbol] ?? 0) + coefficient
            if abs(sum) < LayoutSolver.epsilon { cells[symbol] = nil } else { cells[symbol] = sum }
        }

        mutating func add(_ row: Row, _ coefficient: Double) {
            constant += row.constant * coefficient
            for (symbol, value) in row.cells { add(symbol, value * coefficient) }
        }

        /// Rewrites `0 = constant + … + k·symbol` as `symbol = …`.
        mutating func solve(for symbol: Symbol) {
            guard let coefficient = cells.removeValue(forKey: symbol) else { return }
            let factor = -1 / coefficient
            constant *= factor
            cells = cells.mapValues { $0 * factor }
        }

        /// Rewrites `left = … + k·right` as `right = …`.
        mutating func solve(for left: Symbol, _ right: Symbol) {
            add(left, -1)
            solve(for: right)
        }

        mutating func substitute(_ symbol: Symbol, _ row: Row) {
            if let coefficient = cells.removeValue(forKey: symbol) { add(row, coefficient) }
        }
    }

    static let epsilon = 1e-8
    /// The maximum number of pivots in one optimization. A usual view tree needs a few hundred.
    static let maximumPivots = 20_000

    private var rows: [Symbol: Row] = [:]
    private var objective = Row(constant: 0)
    private var externals: [Variable: Symbol] = [:]
    private var count = 0

    /// Adds `terms + constant (relation) 0`.
    /// - Parameter weight: nil for a required constraint.
    /// - Returns: false if a required constraint contradicts those added before. It is then not added.
    @discardableResult
    mutating func add(_ terms: [Term], constant: Double, _ relation: Relation, weight: Double?) -> Bool {
        guard constant.isFinite, terms.allSatisfy({ $0.coefficient.isFinite }) else { return false }
        var row = Row(constant: constant)
        for term in terms where abs(term.coefficient) > Self.epsilon {
            let symbol = external(term.variable)
            if let basic = rows[symbol] { row.add(basic, term.coefficient) } else { row.add(symbol, term.coefficient) }
        }
        var marker: Symbol
        var other: Symbol?
        switch relation {
        case .lessOrEqual, .greaterOrEqual:
            let sign: Double = relation == .lessOrEqual ? 1 : -1
            marker = make(.slack)
            row.add(marker, sign)
            if let weight {
                let error = make(.error)
                other = error
                row.add(error, -sign)
                objective.add(error, weight)
            }
        case .equal:
            if let weight {
                marker = make(.error)
                let minus = make(.error)
                other = minus
                row.add(marker, -1)
                row.add(minus, 1)
                objective.add(marker, weight)
                objective.add(minus, weight)
            } else {
                marker = make(.dummy)
                row.add(marker, 1)
            }
        }
        if row.constant < 0 {
            row.constant = -row.constant
            row.cells = row.cells.mapValues { -$0 }
        }
        var subject = chooseSubject(row, marker, other)
        if subject == nil, row.cells.keys.allSatisfy({ $0.kind == .dummy }) {
            guard abs(row.constant) < 1e-6 else { return false }
            subject = marker
        }
        if let subject {
            row.solve(for: subject)
            substitute(subject, row)
            rows[subject] = row
        } else if !addWithArtificial(row) {
            return false
        }
        pivotUntilBest()
        return true
    }

    func value(_ variable: Variable) -> Double {
        guard let symbol = externals[variable], let row = rows[symbol] else { return 0 }
        return row.constant
    }

    private mutating func make(_ kind: Kind) -> Symbol {
        count += 1
        return Symbol(id: count, kind: kind)
    }

    private mutating func external(_ variable: Variable) -> Symbol {
        if let symbol = externals[variable] { return symbol }
        let symbol = make(.external)
        externals[variable] = symbol
        return symbol
    }

    private func chooseSubject(_ row: Row, _ marker: Symbol, _ other: Symbol?) -> Symbol? {
        if let external = row.cells.keys.filter({ $0.kind == .external }).min(by: { $0.id < $1.id }) { return external }
        for candidate in [marker, other].compactMap({ $0 }) where candidate.kind == .slack || candidate.kind == .error {
            if (row.cells[candidate] ?? 0) < 0 { return candidate }
        }
        return nil
    }

    private mutating func addWithArtificial(_ row: Row) -> Bool {
        let artificial = make(.slack)
        rows[artificial] = row
        var goal: Row? = row
        pivotUntilBest(&goal)
        guard abs(goal?.constant ?? 0) < 1e-6 else {
            // The artificial variable occurs in its own row only, so that removing this row removes the constraint. The
            // pivots may have left the optimum of the optional constraints.
            rows[artificial] = nil
            pivotUntilBest()
            return false
        }
        if var basic = rows.removeValue(forKey: artificial) {
            let candidates = basic.cells.keys.filter { $0.kind == .slack || $0.kind == .error }
            // Without a candidate the constraint follows from those added before.
            guard let entering = candidates.min(by: { $0.id < $1.id }) else { return true }
            basic.solve(for: artificial, entering)
            substitute(entering, basic)
            rows[entering] = basic
        }
        for key in rows.keys { rows[key]?.cells[artificial] = nil }
        objective.cells[artificial] = nil
        return true
    }

    private mutating func substitute(_ symbol: Symbol, _ row: Row) {
        for key in rows.keys where rows[key]?.cells[symbol] != nil { rows[key]?.substitute(symbol, row) }
        objective.substitute(symbol, row)
    }

    private mutating func pivotUntilBest() {
        var none: Row?
        pivotUntilBest(&none)
    }

    /// Minimizes `goal`, or the objective where `goal` is nil.
    private mutating func pivotUntilBest(_ goal: inout Row?) {
        for _ in 0..<Self.maximumPivots {
            let cells = (goal ?? objective).cells
            let improving = cells.filter { $0.key.kind != .dummy && $0.value < -Self.epsilon }.keys
            guard let entering = improving.min(by: { $0.id < $1.id }) else { return }
            var best: (symbol: Symbol, ratio: Double)?
            for (symbol, row) in rows where symbol.kind != .external {
                guard let coefficient = row.cells[entering], coefficient < 0 else { continue }
                let ratio = -row.constant / coefficient
                if let present = best {
                    let isTie = abs(ratio - present.ratio) <= 1e-12
                    guard ratio < present.ratio - 1e-12 || (isTie && symbol.id < present.symbol.id) else { continue }
                }
                best = (symbol, ratio)
            }
            guard let leaving = best?.symbol, var row = rows.removeValue(forKey: leaving) else { return }
            row.solve(for: leaving, entering)
            substitute(entering, row)
            goal?.substitute(entering, row)
            rows[entering] = row
        }
    }
}

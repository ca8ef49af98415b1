import MediaTesting
import Testing

@testable import UIKit

/// Properties of the linear solver, checked on systems made at random from seeds.
struct LayoutSolverPropertyTests {
    private static let seeds = UInt64(1)...300
    private static let weights = [0.001, 1, 2, 1_024, 1_048_576]

    private struct Constraint {
        var terms: [LayoutSolver.Term]
        var constant: Double
        var relation: LayoutSolver.Relation

        func sum(_ values: [Double]) -> Double {
            terms.reduce(constant) { $0 + $1.coefficient * values[$1.variable] }
        }

        func holds(_ values: [Double]) -> Bool {
            switch relation {
            case .equal: abs(sum(values)) < 1e-6
            case .lessOrEqual: sum(values) < 1e-6
            case .greaterOrEqual: sum(values) > -1e-6
            }
        }
    }

    private func values(_ solver: LayoutSolver, _ count: Int) -> [Double] { (0..<count).map { solver.value($0) } }

    /// Returns a constraint at random that the point satisfies.
    private func constraint(at point: [Double], using random: inout SeededGenerator) -> Constraint {
        let variables = Array(point.indices).shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
        let terms = variables.map {
            LayoutSolver.Term(variable: $0, coefficient: [-2, -1, -0.5, 0.5, 1, 2].randomElement(using: &random) ?? 1)
        }
        let relation: LayoutSolver.Relation =
            [.equal, .lessOrEqual, .greaterOrEqual].randomElement(using: &random) ?? .equal
        var made = Constraint(terms: terms, constant: 0, relation: relation)
        let slack = Double(Int.random(in: 0...20, using: &random))
        made.constant =
            switch relation {
            case .equal: -made.sum(point)
            case .lessOrEqual: -made.sum(point) - slack
            case .greaterOrEqual: -made.sum(point) + slack
            }
        return made
    }

    private func point(using random: inout SeededGenerator) -> [Double] {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in Double(Int.random(in: -50...50, using: &random)) }
    }

    @Test("required constraints that have a common solution are all accepted and hold, in any order")
    func consistentConstraints_hold() {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let point = point(using: &random)
            let all = (0..<Int.random(in: 1...14, using: &random)).map { _ in constraint(at: point, using: &random) }
            for _ in 0..<3 {
                var solver = LayoutSolver()
                for one in all.shuffled(using: &random) {
                    let isAccepted = solver.add(one.terms, constant: one.constant, one.relation, weight: nil)
                    #expect(isAccepted, "seed \(seed)")
                }
                let found = values(solver, point.count)
                #expect(all.allSatisfy { $0.holds(found) }, "seed \(seed)")
            }
        }
    }

    @Test("a required constraint that contradicts the others is rejected, and the others still hold")
    func contradiction_isRejected() {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let point = point(using: &random)
            var solver = LayoutSolver()
            var accepted: [Constraint] = []
            for _ in 0..<Int.random(in: 2...10, using: &random) {
                let one = constraint(at: point, using: &random)
                if solver.add(one.terms, constant: one.constant, one.relation, weight: nil) { accepted.append(one) }
                var opposite = accepted.randomElement(using: &random) ?? one
                switch opposite.relation {
                case .equal: opposite.constant += 10
                case .lessOrEqual:
                    opposite.relation = .greaterOrEqual
                    opposite.constant -= 10
                case .greaterOrEqual:
                    opposite.relation = .lessOrEqual
                    opposite.constant += 10
                }
                let isAccepted = solver.add(
                    opposite.terms, constant: opposite.constant, opposite.relation, weight: nil)
                #expect(!isAccepted, "seed \(seed)")
                let found = values(solver, point.count)
                #expect(accepted.allSatisfy { $0.holds(found) }, "seed \(seed)")
            }
        }
    }

    @Test("optional constraints are met as well as their weights allow, also after a contradiction was rejected")
    func optionalConstraints_areWeighed() {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let low = Double(Int.random(in: -20...0, using: &random))
            let high = Double(Int.random(in: 0...20, using: &random))
            let variable = [LayoutSolver.Term(variable: 0, coefficient: 1)]
            var solver = LayoutSolver()
            solver.add(variable, constant: -low, .greaterOrEqual, weight: nil)
            solver.add(variable, constant: -high, .lessOrEqual, weight: nil)
            var wishes: [(target: Double, relation: LayoutSolver.Relation, weight: Double)] = []
            func cost(_ value: Double) -> Double {
                wishes.reduce(0) { sum, wish in
                    let error = value - wish.target
                    return switch wish.relation {
                    case .equal: sum + wish.weight * abs(error)
                    case .lessOrEqual: sum + wish.weight * max(0, error)
                    case .greaterOrEqual: sum + wish.weight * max(0, -error)
                    }
                }
            }
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let wish = (
                    target: Double(Int.random(in: -40...40, using: &random)),
                    relation: [LayoutSolver.Relation.equal, .lessOrEqual, .greaterOrEqual]
                        .randomElement(using: &random) ?? .equal,
                    weight: Self.weights.randomElement(using: &random) ?? 1
                )
                wishes.append(wish)
                solver.add(variable, constant: -wish.target, wish.relation, weight: wish.weight)
                if Bool.random(using: &random) {
                    let isAccepted = solver.add(variable, constant: -high - 5, .equal, weight: nil)
                    #expect(!isAccepted, "seed \(seed)")
                }
                let found = solver.value(0)
                #expect(found >= low - 1e-6 && found <= high + 1e-6, "seed \(seed)")
                // The cost is linear between these points, so one of them has the least.
                let least = ([low, high] + wishes.map { min(max($0.target, low), high) }).map(cost).min() ?? 0
                #expect(cost(found) <= least + 1e-6 * (1 + least), "seed \(seed)")
            }
        }
    }
}

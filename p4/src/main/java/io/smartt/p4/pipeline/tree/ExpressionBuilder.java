package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.state.ActionSchema;
import org.jspecify.annotations.Nullable;

/** Builds the nodes of expressions. */
final class ExpressionBuilder {
  /** The kind of value that an expression yields. */
  enum Kind {
    DATA,
    BOOL,
    HEADER,
    UNION,
    OTHER
  }

  private final ProgramIndex index;
  private final ProgramLayout layout;
  private final @Nullable ActionSchema action;
  private final ProgramIndex.Where where;

  /**
   * A builder.
   *
   * @param action whose parameters the expressions may use
   */
  ExpressionBuilder(ProgramIndex index, @Nullable ActionSchema action, ProgramIndex.Where where) {
    this.index = index;
    this.layout = index.layout;
    this.action = action;
    this.where = where;
  }

  ProgramIndex.Where where() {
    return where;
  }

  Kind kind(Value value) {
    return switch (value) {
      case Value.Bool bool -> Kind.BOOL;
      case Value.Header header -> Kind.HEADER;
      case Value.AccessUnionHeader access -> Kind.HEADER;
      case Value.Union union -> Kind.UNION;
      case Value.Operation operation ->
          switch (operation.op()) {
            case "==", "!=", "<", ">", "<=", ">=", "and", "or", "not" -> Kind.BOOL;
            case "valid", "valid_union", "d2b" -> Kind.BOOL;
            case "dereference_header_stack", "dereference_stack" -> Kind.HEADER;
            case "dereference_union_stack" -> Kind.UNION;
            case "?" -> kind(operand(operation.left(), operation.op()));
            default -> Kind.DATA;
          };
      case Value.Field field -> Kind.DATA;
      case Value.Constant constant -> Kind.DATA;
      case Value.StackField field -> Kind.DATA;
      case Value.UnionStackField field -> Kind.DATA;
      case Value.RegisterCell cell -> Kind.DATA;
      case Value.Local local -> Kind.DATA;
      case Value.AccessField access -> Kind.DATA;
      case Value.Stack stack -> Kind.OTHER;
      case Value.UnionStack stack -> Kind.OTHER;
      case Value.Lookahead lookahead -> Kind.OTHER;
      case Value.NamedObject object -> Kind.OTHER;
      case Value.Text text -> Kind.OTHER;
      case Value.Vector vector -> Kind.OTHER;
    };
  }

  private Value operand(Optional<Value> value, String op) {
    return value.orElseThrow(() -> where.fail("operator " + op + " lacks an operand"));
  }

  /** A number; a truth value counts as 1 or 0. */
  DataNode data(Value value) {
    if (kind(value) == Kind.BOOL) {
      return new DataNodes.OfBool(bool(value));
    }
    return switch (value) {
      case Value.Field(String header, String field) ->
          DataNodes.field(
              new HeaderNode.Named<>(layout.header(header)), layout.header(header).field(field));
      case Value.Constant(BigInteger number) -> DataNodes.constant(number);
      case Value.StackField(String stack, String field) -> {
        HeaderNode<HeaderLayout> last =
            new HeaderNode.StackLast<>(layout.stack(stack), layout.voidBase());
        yield DataNodes.field(last, last.shape().field(field));
      }
      case Value.UnionStackField(String stack, String member, String field) -> {
        HeaderNode<HeaderLayout> last = lastUnionMember(stack, member);
        yield DataNodes.field(last, last.shape().field(field));
      }
      case Value.RegisterCell(String register, Value cell) ->
          new DataNodes.RegisterCell(
              index.register(register), index.registerWidth(register), data(cell));
      case Value.Local(int parameter) -> argument(parameter);
      case Value.AccessField(Value header, int field) -> {
        HeaderNode<HeaderLayout> node = header(header);
        yield DataNodes.field(node, field(node, field));
      }
      case Value.Operation operation -> operation(operation);
      default -> throw where.fail("expected a number, found " + value);
    };
  }

  HeaderNode<HeaderLayout> lastUnionMember(String stack, String member) {
    int memberIndex =
        layout
            .unionStack(stack)
            .members()
            .getFirst()
            .members()
            .indexOf(layout.unionStackMember(stack, member));
    return new HeaderNode.UnionMember(
        new HeaderNode.StackLast<>(layout.unionStack(stack), layout.voidBase()), memberIndex);
  }

  private DataNode argument(int parameter) {
    if (action == null) {
      throw where.fail("a parameter is used outside an action");
    }
    return new DataNodes.Argument(action.offset(parameter), action.width(parameter));
  }

  FieldLayout field(HeaderNode<HeaderLayout> header, int field) {
    if (field >= header.shape().fields().size()) {
      throw where.fail(
          "header type " + header.shape().type().name() + " has no field number " + field);
    }
    return header.shape().fields().get(field);
  }

  private DataNode operation(Value.Operation operation) {
    String op = operation.op();
    Value right = operand(operation.right(), op);
    switch (op) {
      case "?" -> {
        return DataNodes.Choice.of(
            bool(operand(operation.condition(), op)),
            data(operand(operation.left(), op)),
            data(right));
      }
      case "~" -> {
        return Arithmetic.complement(data(right));
      }
      case "b2d" -> {
        return new DataNodes.OfBool(bool(right));
      }
      case "last_stack_index" -> {
        return new DataNodes.StackCount(nextSlot(right), -1);
      }
      case "size_stack" -> {
        return new DataNodes.StackCount(nextSlot(right), 0);
      }
      default -> {
        DataNode left =
            operation.left().isPresent()
                ? data(operation.left().get())
                : DataNodes.constant(BigInteger.ZERO);
        try {
          return Arithmetic.of(op, left, data(right))
              .orElseThrow(() -> where.fail("operator " + op + " does not yield a number"));
        } catch (IllegalArgumentException e) {
          throw where.fail("operator " + op + ": " + e.getMessage());
        }
      }
    }
  }

  private int nextSlot(Value stack) {
    return switch (stack) {
      case Value.Stack(String name) -> layout.stack(name).nextSlot();
      case Value.UnionStack(String name) -> layout.unionStack(name).nextSlot();
      default -> throw where.fail("expected a header stack, found " + stack);
    };
  }

  /** A truth value; a number counts as true where it is not 0. */
  BoolNode bool(Value value) {
    if (kind(value) == Kind.DATA) {
      return new Comparisons.NonZero(data(value));
    }
    if (value instanceof Value.Bool(boolean constant)) {
      return new BoolNode.Constant(constant);
    }
    if (!(value instanceof Value.Operation operation) || kind(value) != Kind.BOOL) {
      throw where.fail("expected a truth value, found " + value);
    }
    String op = operation.op();
    Value right = operand(operation.right(), op);
    return switch (op) {
      case "not" -> new BoolNode.Not(bool(right));
      case "d2b" -> new Comparisons.NonZero(data(right));
      case "valid" -> new BoolNode.IsValid(header(right));
      case "valid_union" -> new BoolNode.UnionIsValid(union(right));
      default -> binary(op, operand(operation.left(), op), right, operation);
    };
  }

  private BoolNode binary(String op, Value left, Value right, Value.Operation operation) {
    return switch (op) {
      case "and" -> new BoolNode.And(bool(left), bool(right));
      case "or" -> new BoolNode.Or(bool(left), bool(right));
      case "?" ->
          new BoolNode.Choice(bool(operand(operation.condition(), op)), bool(left), bool(right));
      case "==" -> equal(left, right);
      case "!=" -> new BoolNode.Not(equal(left, right));
      default ->
          Comparisons.of(op, data(left), data(right))
              .orElseThrow(() -> where.fail("operator " + op + " does not yield a truth value"));
    };
  }

  private BoolNode equal(Value left, Value right) {
    return switch (kind(left)) {
      case HEADER -> Comparisons.equal(header(left), header(right));
      case UNION -> new Comparisons.SameUnion(union(left), union(right));
      case BOOL -> new BoolNode.Same(bool(left), bool(right));
      case DATA ->
          Comparisons.of("==", data(left), data(right))
              .orElseThrow(() -> where.fail("cannot compare " + left));
      case OTHER -> throw where.fail("cannot compare " + left);
    };
  }

  HeaderNode<HeaderLayout> header(Value value) {
    return switch (value) {
      case Value.Header(String name) -> new HeaderNode.Named<>(layout.header(name));
      case Value.AccessUnionHeader(Value union, int member) -> {
        HeaderNode<ProgramLayout.UnionLayout> node = union(union);
        if (member >= node.shape().members().size()) {
          throw where.fail("header union " + node.shape().name() + " has no member " + member);
        }
        yield new HeaderNode.UnionMember(node, member);
      }
      case Value.Operation operation
          when operation.op().equals("dereference_header_stack")
              || operation.op().equals("dereference_stack") -> {
        if (!(operand(operation.left(), operation.op()) instanceof Value.Stack(String stack))) {
          throw where.fail("expected a header stack to take a member of");
        }
        yield new HeaderNode.StackElement<>(
            layout.stack(stack),
            data(operand(operation.right(), operation.op())),
            layout.voidBase());
      }
      case Value.Operation operation when operation.op().equals("?") ->
          new HeaderNode.Choice<>(
              bool(operand(operation.condition(), operation.op())),
              header(operand(operation.left(), operation.op())),
              header(operand(operation.right(), operation.op())));
      default -> throw where.fail("expected a header, found " + value);
    };
  }

  HeaderNode<ProgramLayout.UnionLayout> union(Value value) {
    return switch (value) {
      case Value.Union(String name) -> new HeaderNode.Named<>(layout.union(name));
      case Value.Operation operation when operation.op().equals("dereference_union_stack") -> {
        if (!(operand(operation.left(), operation.op())
            instanceof Value.UnionStack(String stack))) {
          throw where.fail("expected a header union stack to take a member of");
        }
        yield new HeaderNode.StackElement<>(
            layout.unionStack(stack),
            data(operand(operation.right(), operation.op())),
            layout.voidBase());
      }
      default -> throw where.fail("expected a header union, found " + value);
    };
  }
}

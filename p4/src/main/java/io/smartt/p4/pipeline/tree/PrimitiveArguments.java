package io.smartt.p4.pipeline.tree;

import io.smartt.p4.bmv2.ActionDefinition.PrimitiveCall;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import java.util.List;

/** The parameters of a call of a primitive, checked as they are taken. */
public record PrimitiveArguments(
    ProgramIndex index,
    ExpressionBuilder expressions,
    PrimitiveCall call,
    ProgramIndex.Where where) {
  static PrimitiveArguments of(
      ProgramIndex index, ExpressionBuilder expressions, PrimitiveCall call) {
    return new PrimitiveArguments(
        index, expressions, call, expressions.where().in("primitive " + call.op()));
  }

  String op() {
    return call.op();
  }

  /** Returns the parameters, which are to be so many. */
  List<Value> values(int count) {
    if (call.parameters().size() != count) {
      throw where.fail("takes " + count + " parameters, found " + call.parameters().size());
    }
    return call.parameters();
  }

  /** One of so many parameters, a number. */
  DataNode data(int at, int count) {
    return expressions.data(values(count).get(at));
  }

  /** One of so many parameters, a header. */
  HeaderNode<HeaderLayout> header(int at, int count) {
    return expressions.header(values(count).get(at));
  }

  /** One of so many parameters, the name of an object of a kind. */
  String object(int at, int count, Value.ObjectKind kind) {
    if (values(count).get(at) instanceof Value.NamedObject object && object.kind() == kind) {
      return object.name();
    }
    throw where.fail("parameter " + at + " must be a " + kind + ", found " + call.parameters());
  }
}

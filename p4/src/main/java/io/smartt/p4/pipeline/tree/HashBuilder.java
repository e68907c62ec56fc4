package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.Calculation;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.tree.HashNode.HashInput;

/** Builds calculations and checksums. */
record HashBuilder(ProgramIndex index) {
  void buildCalculations() {
    for (Calculation calculation : index.config.calculations()) {
      ProgramIndex.Where where = new ProgramIndex.Where("calculation " + calculation.name());
      index.calculations.put(
          calculation.name(),
          new HashNode(
              input(calculation.inputs()),
              index.addHash(calculation.algorithm(), where),
              calculation.algorithm()));
    }
  }

  HashInput input(List<Calculation.Input> inputs) {
    List<HashInput.Piece> pieces = new ArrayList<>();
    List<Value.Field> run = new ArrayList<>();
    for (Calculation.Input input : inputs) {
      if (input instanceof Calculation.Input.Field(Value.Field field) && isFixed(field)) {
        if (!run.isEmpty() && !run.getFirst().header().equals(field.header())) {
          addRun(run, pieces);
        }
        run.add(field);
      } else {
        addRun(run, pieces);
        pieces.add(piece(input));
      }
    }
    addRun(run, pieces);
    return new HashInput(pieces);
  }

  private HashInput.Piece piece(Calculation.Input input) {
    return switch (input) {
      case Calculation.Input.Field(Value.Field field) -> {
        HeaderLayout header = index.layout.header(field.header());
        yield new HashInput.Variable(header, new Headers(header));
      }
      case Calculation.Input.Constant(var value, int width) -> new HashInput.Constant(value, width);
      case Calculation.Input.Header(String name) -> {
        HeaderLayout header = index.layout.header(name);
        yield new HashInput.WholeHeader(header, new Headers(header));
      }
      case Calculation.Input.Payload() -> new HashInput.Payload();
    };
  }

  private boolean isFixed(Value.Field field) {
    return !index.layout.header(field.header()).field(field.field()).isVariable();
  }

  /** Fields of one header that follow each other in the input are appended together. */
  private void addRun(List<Value.Field> run, List<HashInput.Piece> pieces) {
    if (!run.isEmpty()) {
      HeaderLayout header = index.layout.header(run.getFirst().header());
      pieces.add(
          new HashInput.Fields(
              header, run.stream().map(field -> header.field(field.field())).toList()));
      run.clear();
    }
  }

  /** The checksums of a kind, in the order of the program. */
  List<ProgramTree.ChecksumNode> checksums(Predicate<Bmv2Config.Checksum> kind) {
    Bmv2Config config = index.config;
    return config.checksums().stream().filter(kind).map(this::checksum).toList();
  }

  private ProgramTree.ChecksumNode checksum(Bmv2Config.Checksum checksum) {
    ExpressionBuilder expressions =
        new ExpressionBuilder(index, null, new ProgramIndex.Where("checksum " + checksum.name()));
    HashNode hash = index.calculations.get(checksum.calculation());
    if (hash == null) {
      throw expressions.where().fail("there is no calculation " + checksum.calculation());
    }
    HeaderLayout header = index.layout.header(checksum.target().header());
    return new ProgramTree.ChecksumNode(
        checksum.condition().map(expressions::bool).orElse(new BoolNode.Constant(true)),
        hash,
        header,
        header.field(checksum.target().field()));
  }
}

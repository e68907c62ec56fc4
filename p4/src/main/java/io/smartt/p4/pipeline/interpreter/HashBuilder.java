package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Calculation;
import io.smartt.p4.bmv2.Checksum;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.hash.BitBuffer;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Builds calculations and checksums. */
final class HashBuilder {
  private final ProgramIndex index;

  HashBuilder(ProgramIndex index) {
    this.index = index;
  }

  void buildCalculations() {
    for (Calculation calculation : index.config.calculations()) {
      Where where = new Where("calculation " + calculation.name());
      index.calculations.put(
          calculation.name(),
          new HashNode(input(calculation.inputs()), index.addHash(calculation.algorithm(), where)));
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
      case Calculation.Input.Field(Value.Field field) -> variable(field);
      case Calculation.Input.Constant(var value, int width) -> {
        long[] words = Words.of(value, width);
        yield (_, to) -> to.append(words, 0, words.length, width);
      }
      case Calculation.Input.Header(String name) -> {
        HeaderLayout layout = index.layout.header(name);
        Headers headers = new Headers(layout);
        int base = layout.base();
        yield (context, to) -> {
          if (headers.isValid(context.slots, base)) {
            headers.emit(context.slots, base, to);
          }
        };
      }
      case Calculation.Input.Payload() -> HashBuilder::appendPayload;
    };
  }

  private boolean isFixed(Value.Field field) {
    return !index.layout.header(field.header()).field(field.field()).isVariable();
  }

  /** Fields of one header that follow each other in the input are appended together. */
  private void addRun(List<Value.Field> run, List<HashInput.Piece> pieces) {
    if (run.isEmpty()) {
      return;
    }
    HeaderLayout header = index.layout.header(run.getFirst().header());
    FieldRun[] runs = FieldRun.of(run.stream().map(field -> header.field(field.field())).toList());
    int base = header.base();
    pieces.add((context, to) -> {
      if (context.slots[base + HeaderLayout.VALID_OFFSET] != 0) {
        for (FieldRun fields : runs) {
          fields.emit(context.slots, base, to);
        }
      }
    });
    run.clear();
  }

  private HashInput.Piece variable(Value.Field field) {
    HeaderLayout header = index.layout.header(field.header());
    Headers headers = new Headers(header);
    int base = header.base();
    return (context, to) -> {
      if (headers.isValid(context.slots, base)) {
        headers.emitVariable(context.slots, base, to);
      }
    };
  }

  private static void appendPayload(InterpreterContext context, BitBuffer to) {
    int real = Math.max(0, context.packet().headLength() - context.parsedBytes);
    to.append(context.packet().bytes(), context.parsedBytes, real);
    to.appendZeros(context.remainingBytes() - real);
  }

  /** The checksums of a kind, in the order of the program. */
  ChecksumNode[] checksums(Predicate<Checksum> kind) {
    Bmv2Config config = index.config;
    return config.checksums().stream()
        .filter(kind)
        .map(this::checksum)
        .toArray(ChecksumNode[]::new);
  }

  private ChecksumNode checksum(Checksum checksum) {
    ExpressionBuilder expressions =
        new ExpressionBuilder(index, null, new Where("checksum " + checksum.name()));
    HashNode hash = index.calculations.get(checksum.calculation());
    if (hash == null) {
      throw expressions.where().fail("there is no calculation " + checksum.calculation());
    }
    HeaderLayout header = index.layout.header(checksum.target().header());
    BoolNode always = context -> true;
    return new ChecksumNode(
        checksum.condition().map(expressions::bool).orElse(always),
        hash,
        header,
        header.field(checksum.target().field()));
  }
}

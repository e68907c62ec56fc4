package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.Calculation;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.hash.BitBuffer;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.runtime.SlotContext;

/**
 * A calculation.
 *
 * @param algorithm index among the machine's hashes
 * @param name of the algorithm
 */
public record HashNode(HashNode.HashInput input, int algorithm, String name) {
  /** Its result for the packet as it is, unsigned. */
  public long compute(SlotContext context) {
    context.bits.clear();
    input.append(context, context.bits);
    return context.machine.hashes[algorithm].hash(context.bits.bytes(), context.bits.length());
  }

  /** The input of a hash: pieces that follow each other bit by bit. */
  public record HashInput(List<Piece> pieces) {
    /** Copies the pieces. */
    public HashInput {
      pieces = List.copyOf(pieces);
    }

    /** Appends all pieces of the packet as it is. */
    public void append(SlotContext context, BitBuffer to) {
      for (Piece piece : pieces) {
        piece.append(context, to);
      }
    }

    /** A part of the input. */
    public sealed interface Piece {
      /** Appends the part. */
      void append(SlotContext context, BitBuffer to);
    }

    /** Fields of fixed length of one header; nothing where it is not valid. */
    public record Fields(HeaderLayout header, List<FieldLayout> fields) implements Piece {
      /** Copies the fields. */
      public Fields {
        fields = List.copyOf(fields);
      }

      @Override
      public void append(SlotContext context, BitBuffer to) {
        if (context.slots[header.base() + HeaderLayout.VALID_OFFSET] != 0) {
          for (Headers.FieldRun run : Headers.FieldRun.of(fields)) {
            run.emit(context.slots, header.base(), to);
          }
        }
      }
    }

    /** A varbit field; nothing where its header is not valid. */
    public record Variable(HeaderLayout header, Headers headers) implements Piece {
      @Override
      public void append(SlotContext context, BitBuffer to) {
        if (headers.isValid(context.slots, header.base())) {
          headers.emitVariable(context.slots, header.base(), to);
        }
      }
    }

    /** A number of {@code width} bits. */
    public record Constant(BigInteger value, int width) implements Piece {
      @Override
      public void append(SlotContext context, BitBuffer to) {
        long[] words = Words.of(value, width);
        to.append(words, 0, words.length, width);
      }
    }

    /** A whole header; nothing where it is not valid. */
    public record WholeHeader(HeaderLayout header, Headers headers) implements Piece {
      @Override
      public void append(SlotContext context, BitBuffer to) {
        if (headers.isValid(context.slots, header.base())) {
          headers.emit(context.slots, header.base(), to);
        }
      }
    }

    /** The packet after the parsed headers. */
    public record Payload() implements Piece {
      @Override
      public void append(SlotContext context, BitBuffer to) {
        int real = Math.max(0, context.packet().headLength() - context.parsedBytes);
        to.append(context.packet().bytes(), context.parsedBytes, real);
        to.appendZeros(context.remainingBytes() - real);
      }
    }
  }

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
        case Calculation.Input.Constant(var value, int width) ->
            new HashInput.Constant(value, width);
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
}

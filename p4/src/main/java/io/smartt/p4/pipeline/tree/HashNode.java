package io.smartt.p4.pipeline.tree;

import module java.base;

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
}

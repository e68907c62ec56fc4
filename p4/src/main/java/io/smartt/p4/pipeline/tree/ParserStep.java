package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.runtime.SlotContext;
import org.jspecify.annotations.Nullable;

/** One operation of a parse state. */
public interface ParserStep {
  /** No error. */
  int OK = -1;

  /** Carries the operation out; an error code ends the parser, {@link #OK} goes on. */
  int run(SlotContext context);

  /** Extracts into a header that the program names. */
  record Extract(HeaderExtractor extractor) implements ParserStep {
    @Override
    public int run(SlotContext context) {
      return extractor.extract(context, extractor.shape().base());
    }
  }

  /** Stores the value of an expression in a field that is not varbit. */
  record SetField(Sink.Field sink, DataNode value) implements ParserStep {
    @Override
    public int run(SlotContext context) {
      sink.store(context, value);
      return OK;
    }
  }

  /** Carries out a primitive. */
  record Call(Primitive.Effect effect) implements ParserStep {
    @Override
    public int run(SlotContext context) {
      effect.apply(context);
      return OK;
    }
  }

  /** Ends the parser with an error unless a condition holds. */
  record Verify(BoolNode condition, DataNode error) implements ParserStep {
    @Override
    public int run(SlotContext context) {
      return condition.test(context) ? OK : (int) error.low(context);
    }
  }

  /**
   * Copies a field into the key.
   *
   * @param mask of the most significant long
   */
  record KeyField(HeaderNode<HeaderLayout> header, FieldLayout field, int firstWord, long mask)
      implements ParserStep {
    @Override
    public int run(SlotContext context) {
      int slot = header.base(context) + field.offset();
      System.arraycopy(context.slots, slot, context.key, firstWord, field.words());
      context.key[firstWord] &= mask;
      return OK;
    }
  }

  /**
   * Takes a header off the packet.
   *
   * @param shape a header laid out as those that are extracted
   * @param variableBits length of the varbit field, where there is one
   */
  public record HeaderExtractor(
      HeaderLayout shape,
      Headers headers,
      @Nullable DataNode variableBits,
      ProgramIndex.ParserErrors errors) {
    static HeaderExtractor of(
        HeaderLayout shape, @Nullable DataNode variableBits, ProgramIndex.ParserErrors errors) {
      return new HeaderExtractor(shape, new Headers(shape), variableBits, errors);
    }

    /** Extracts into the header whose slots start at {@code base}; returns an error code or OK. */
    int extract(SlotContext context, int base) {
      long variable = variableBits == null ? 0 : variableBits.low(context);
      if (variable % 8 != 0) {
        return errors.parserInvalidArgument();
      }
      long bytes = headers.fixedBytes() + variable / 8;
      if (variable < 0 || bytes > context.remainingBytes()) {
        return errors.packetTooShort();
      }
      if (variable > headers.maxVariableBits()) {
        return errors.headerTooShort();
      }
      byte[] data = context.readable((int) bytes);
      int offset = context.readOffset((int) bytes);
      headers.extract(data, offset, context.slots, base, (int) variable);
      context.parsedBytes += (int) bytes;
      return ParserStep.OK;
    }
  }
}

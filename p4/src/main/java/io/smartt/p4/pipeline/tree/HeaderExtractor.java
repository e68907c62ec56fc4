package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.runtime.SlotContext;
import org.jspecify.annotations.Nullable;

/**
 * Takes a header off the packet.
 *
 * @param shape a header laid out as those that are extracted
 * @param variableBits length of the varbit field, where there is one
 */
public record HeaderExtractor(
    HeaderLayout shape, Headers headers, @Nullable DataNode variableBits, ParserErrors errors) {
  static HeaderExtractor of(
      HeaderLayout shape, @Nullable DataNode variableBits, ParserErrors errors) {
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

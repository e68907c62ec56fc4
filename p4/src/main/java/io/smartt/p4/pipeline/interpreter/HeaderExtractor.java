package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import org.jspecify.annotations.Nullable;

/** Takes a header off the packet. */
final class HeaderExtractor {
  private final Headers headers;
  private final @Nullable DataNode variableBits;
  private final ParserErrors errors;

  /**
   * An extractor for headers of one shape.
   *
   * @param variableBits length of the varbit field, where there is one
   */
  HeaderExtractor(HeaderLayout shape, @Nullable DataNode variableBits, ParserErrors errors) {
    this.headers = new Headers(shape);
    this.variableBits = variableBits;
    this.errors = errors;
  }

  /** Extracts into the header whose slots start at {@code base}; returns an error code or OK. */
  int extract(InterpreterContext context, int base) {
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

package io.smartt.p4.info;

import java.util.OptionalInt;
import org.p4.config.v1.P4DataTypeSpec;

/**
 * A register array.
 *
 * @param type of a cell
 * @param size cells of the array
 */
public record RegisterInfo(int id, String name, String alias, P4DataTypeSpec type, long size)
    implements P4Object {

  /** Width of a cell in bits, where a cell is a {@code bit<W>} or {@code int<W>}. */
  public OptionalInt width() {
    if (!type.hasBitstring()) {
      return OptionalInt.empty();
    }
    return switch (type.getBitstring().getTypeSpecCase()) {
      case BIT -> OptionalInt.of(type.getBitstring().getBit().getBitwidth());
      case INT -> OptionalInt.of(type.getBitstring().getInt().getBitwidth());
      case VARBIT, TYPESPEC_NOT_SET -> OptionalInt.empty();
    };
  }

  /** Returns whether a cell is an {@code int<W>}. */
  public boolean signed() {
    return type.hasBitstring() && type.getBitstring().hasInt();
  }
}

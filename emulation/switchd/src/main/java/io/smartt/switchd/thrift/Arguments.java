package io.smartt.switchd.thrift;

import module java.base;

import com.google.protobuf.ByteString;

/** Fields of a struct by their numbers in the IDL, such as the arguments of a call. */
record Arguments(ThriftValue.Struct struct) {
  /**
   * Returns an argument, if it is there; one that is left out in a call is 0, empty or false, as
   * Thrift's own servers have it.
   */
  private Optional<ThriftValue> find(int id) {
    return Optional.ofNullable(struct.fields().get(id));
  }

  boolean has(int id) {
    return find(id).isPresent();
  }

  long whole(int id) {
    return find(id).orElse(ThriftValue.i64(0)) instanceof ThriftValue.Whole(var _, var value)
        ? value
        : 0;
  }

  int integer(int id) {
    return (int) whole(id);
  }

  boolean flag(int id) {
    return whole(id) != 0;
  }

  double real(int id) {
    return find(id).orElse(new ThriftValue.Real(0)) instanceof ThriftValue.Real(var value)
        ? value
        : 0;
  }

  ByteString bytes(int id) {
    return find(id).orElse(ThriftValue.text("")) instanceof ThriftValue.Text(var value)
        ? value
        : ByteString.EMPTY;
  }

  String text(int id) {
    return bytes(id).toStringUtf8();
  }

  Arguments struct(int id) {
    return new Arguments(
        find(id).orElse(ThriftValue.Struct.EMPTY) instanceof ThriftValue.Struct found
            ? found
            : ThriftValue.Struct.EMPTY);
  }

  List<Arguments> structs(int id) {
    return values(id).stream()
        .filter(ThriftValue.Struct.class::isInstance)
        .map(ThriftValue.Struct.class::cast)
        .map(Arguments::new)
        .toList();
  }

  List<ByteString> binaries(int id) {
    return values(id).stream()
        .filter(ThriftValue.Text.class::isInstance)
        .map(ThriftValue.Text.class::cast)
        .map(ThriftValue.Text::value)
        .toList();
  }

  private List<ThriftValue> values(int id) {
    return find(id).orElse(ThriftValue.Struct.EMPTY) instanceof ThriftValue.Items items
        ? items.values()
        : List.of();
  }
}

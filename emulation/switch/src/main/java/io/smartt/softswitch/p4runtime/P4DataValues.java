package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Bits;
import org.p4.config.v1.P4BitstringLikeTypeSpec;
import org.p4.config.v1.P4DataTypeSpec;
import org.p4.config.v1.P4HeaderTypeSpec;
import org.p4.config.v1.P4NewTypeSpec;
import org.p4.config.v1.P4StructTypeSpec;
import org.p4.config.v1.P4TypeInfo;
import org.p4.v1.P4Data;
import org.p4.v1.P4Header;
import org.p4.v1.P4StructLike;

/**
 * P4Data as the types of a program say (P4Runtime section 8.4). The pipeline holds scalars, so a
 * register cell is one value; a digest is a struct or tuple of them.
 */
record P4DataValues(P4TypeInfo types) {
  static P4DataValues of(P4InfoIndex info) {
    return new P4DataValues(info.message().getTypeInfo());
  }

  /** A scalar. */
  Bits decode(Place place, P4DataTypeSpec type, P4Data data) {
    return switch (type.getTypeSpecCase()) {
      case BITSTRING -> {
        require(data.hasBitstring(), place, "bitstring", data);
        yield decode(place, type.getBitstring(), data.getBitstring());
      }
      case BOOL -> {
        require(data.hasBool(), place, "bool", data);
        yield Bits.of(data.getBool() ? 1 : 0, 1);
      }
      case SERIALIZABLE_ENUM -> {
        require(data.hasEnumValue(), place, "enum_value", data);
        yield Values.unsigned(
            place,
            data.getEnumValue(),
            defined(types.getSerializableEnumsMap(), "enum", type.getSerializableEnum().getName())
                .getUnderlyingType()
                .getBitwidth());
      }
      case NEW_TYPE -> {
        P4NewTypeSpec named = newType(type);
        yield named.hasOriginalType()
            ? decode(place, named.getOriginalType(), data)
            : Values.unsigned(
                place, data.getBitstring(), named.getTranslatedType().getSdnBitwidth());
      }
      default -> throw unsupported(place, type);
    };
  }

  /** A value whose parts are these scalars in declaration order. */
  P4Data encode(Place place, P4DataTypeSpec type, List<Bits> scalars) {
    Iterator<Bits> rest = scalars.iterator();
    return encode(place, type, rest);
  }

  private P4Data encode(Place place, P4DataTypeSpec type, Iterator<Bits> rest) {
    return switch (type.getTypeSpecCase()) {
      case BITSTRING ->
          P4Data.newBuilder().setBitstring(encode(place, type.getBitstring(), rest.next())).build();
      case BOOL -> P4Data.newBuilder().setBool(rest.next().value().signum() != 0).build();
      case SERIALIZABLE_ENUM -> P4Data.newBuilder().setEnumValue(Values.bytes(rest.next())).build();
      case NEW_TYPE -> {
        P4NewTypeSpec named = newType(type);
        yield named.hasOriginalType()
            ? encode(place, named.getOriginalType(), rest)
            : P4Data.newBuilder().setBitstring(Values.bytes(rest.next())).build();
      }
      case TUPLE -> {
        P4StructLike.Builder tuple = P4StructLike.newBuilder();
        for (P4DataTypeSpec member : type.getTuple().getMembersList()) {
          tuple.addMembers(encode(place, member, rest));
        }
        yield P4Data.newBuilder().setTuple(tuple).build();
      }
      case STRUCT -> {
        P4StructLike.Builder struct = P4StructLike.newBuilder();
        for (P4StructTypeSpec.Member member :
            defined(types.getStructsMap(), "struct", type.getStruct().getName()).getMembersList()) {
          struct.addMembers(encode(place, member.getTypeSpec(), rest));
        }
        yield P4Data.newBuilder().setStruct(struct).build();
      }
      case HEADER -> {
        P4Header.Builder header = P4Header.newBuilder().setIsValid(true);
        for (P4HeaderTypeSpec.Member member :
            defined(types.getHeadersMap(), "header", type.getHeader().getName()).getMembersList()) {
          header.addBitstrings(encode(place, member.getTypeSpec(), rest.next()));
        }
        yield P4Data.newBuilder().setHeader(header).build();
      }
      default -> throw unsupported(place, type);
    };
  }

  private static Bits decode(Place place, P4BitstringLikeTypeSpec type, ByteString bytes) {
    return switch (type.getTypeSpecCase()) {
      case BIT -> Values.unsigned(place, bytes, type.getBit().getBitwidth());
      case INT -> Values.signed(place, bytes, type.getInt().getBitwidth());
      case VARBIT, TYPESPEC_NOT_SET ->
          throw Refusal.unimplemented(place + " is a varbit, which this switch cannot write");
    };
  }

  private static ByteString encode(Place place, P4BitstringLikeTypeSpec type, Bits bits) {
    return switch (type.getTypeSpecCase()) {
      case BIT -> Values.bytes(bits);
      case INT -> Values.signedBytes(bits);
      case VARBIT, TYPESPEC_NOT_SET ->
          throw Refusal.unimplemented(place + " is a varbit, which this switch cannot read");
    };
  }

  private P4NewTypeSpec newType(P4DataTypeSpec type) {
    return defined(types.getNewTypesMap(), "type", type.getNewType().getName());
  }

  private static <T> T defined(Map<String, T> types, String kind, String name) {
    return Optional.ofNullable(types.get(name))
        .orElseThrow(() -> Refusal.invalid("P4Info does not define %s '%s'".formatted(kind, name)));
  }

  private static void require(boolean right, Place place, String accepted, P4Data data) {
    if (!right) {
      throw Refusal.invalid("%s takes %s, not %s".formatted(place, accepted, data.getDataCase()));
    }
  }

  private static Refusal unsupported(Place place, P4DataTypeSpec type) {
    return Refusal.unimplemented(
        "%s is a %s, which this switch cannot hold".formatted(place, type.getTypeSpecCase()));
  }
}

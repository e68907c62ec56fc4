/** Tests of the forwarding chip. */
@org.jspecify.annotations.NullMarked
package io.smartt.emulation.standin.asic;

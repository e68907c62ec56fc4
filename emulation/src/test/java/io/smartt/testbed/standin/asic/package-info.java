/** Tests of the forwarding chip. */
@org.jspecify.annotations.NullMarked
package io.smartt.testbed.standin.asic;

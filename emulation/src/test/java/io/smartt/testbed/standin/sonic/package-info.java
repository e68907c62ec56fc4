/** Tests of a stand-in's server. */
@org.jspecify.annotations.NullMarked
package io.smartt.testbed.standin.sonic;

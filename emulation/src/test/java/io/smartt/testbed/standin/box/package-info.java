/** Tests of what a stand-in makes of its configuration. */
@org.jspecify.annotations.NullMarked
package io.smartt.testbed.standin.box;

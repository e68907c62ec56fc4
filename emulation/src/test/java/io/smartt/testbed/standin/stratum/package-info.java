@org.jspecify.annotations.NullMarked
package io.smartt.testbed.standin.stratum;

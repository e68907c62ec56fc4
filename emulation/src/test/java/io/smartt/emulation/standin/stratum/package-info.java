@org.jspecify.annotations.NullMarked
package io.smartt.emulation.standin.stratum;
